import type { siteEndpoints } from '@duet/contract/site/endpoints';
import { sendsMail } from '../mail/mail.ts';
import type { Handlers } from '../platform/http/handler.ts';
import { currentSite } from '../platform/site/settings.ts';
import { changeSite } from './change.ts';
import { requireSecondStep } from './second-step.ts';
import { showSite, showWholeSite } from './show.ts';

export const siteHandlers: Handlers<typeof siteEndpoints> = {
  'site.show': async (context, { viewer }) => ({
    data: { site: await showSite(context, viewer), ...(sendsMail(context) && { mail: true as const }) },
  }),
  'site.settings': async (context) => ({
    data: {
      site: await showWholeSite(context),
      registration: context.config.registration,
      adminsNeedSecondStep: (await currentSite(context)).adminsNeedSecondStep,
    },
  }),
  'site.requireSecondStep': async (context, { viewer, body, address }) => ({
    data: await requireSecondStep(context, { viewer, address, required: body.required }),
  }),
  'site.change': async (context, { viewer, body, address }) => ({
    data: { site: await changeSite(context, { viewer, address, wanted: body }) },
  }),
};
