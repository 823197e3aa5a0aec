import type { aboutEndpoints } from '@duet/contract/about/endpoints';
import type { Handlers } from '../platform/http/handler.ts';
import { changeAbout } from './change.ts';
import { showAbout } from './show.ts';

export const aboutHandlers: Handlers<typeof aboutEndpoints> = {
  'about.show': async (context) => {
    const { about, entityTag } = await showAbout(context, context.db.read);
    return { data: { about }, entityTag };
  },
  'about.change': async (context, { viewer, body, address, ifMatch }) => {
    const { about, entityTag } = await changeAbout(context, { viewer, address, wanted: body, ifMatch });
    return { data: { about }, entityTag };
  },
};
