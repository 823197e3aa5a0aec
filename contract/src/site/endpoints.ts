import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { changeSiteBody, registration, requireSecondStepBody, site, wholeSite } from './shapes.ts';

export const siteEndpoints = {
  'site.show': endpoint({
    method: 'GET',
    path: '/api/site',
    access: 'anyone',
    openToGuests: true,
    does: 'What the site is: its name and look, who may read, how accounts are made; `mail` where it sends mail. Where not everybody reads, a guest gets no `line`, `language` and `timeZone`.',
    data: z.object({ site, mail: z.literal(true).optional() }),
  }),
  'site.settings': endpoint({
    method: 'GET',
    path: '/api/admin/site',
    access: 'admin',
    does: 'The settings of the site, what `DUET_REGISTRATION` says, which wins over `joining`, and whether admins need a second step.',
    data: z.object({ site: wholeSite, registration, adminsNeedSecondStep: z.boolean() }),
  }),
  'site.requireSecondStep': endpoint({
    method: 'PUT',
    path: '/api/admin/second-step',
    access: 'admin',
    does: 'Whether admins need a second step (a code or a passkey) to act as such. From then on calls of an admin who has none answer SECOND_STEP_REQUIRED, also to one who would require it.',
    body: requireSecondStepBody,
    data: z.object({ adminsNeedSecondStep: z.boolean() }),
    errors: ['PROOF_NEEDED'],
  }),
  'site.change': endpoint({
    method: 'PATCH',
    path: '/api/admin/site',
    access: 'admin',
    does: 'Changes some of the settings of the site. `coverUrl` and `iconUrl` take the address of an uploaded picture, or null for none. An accent that does not read on both themes is refused with the nearest one that does in `data.suggestion`.',
    body: changeSiteBody,
    data: z.object({ site: wholeSite }),
    errors: [
      'MEDIA_GONE',
      'NOT_AN_IMAGE',
      'IMAGE_DAMAGED',
      'IMAGE_TOO_COMPLEX',
      'STORAGE_FULL',
      'STORAGE_UNAVAILABLE',
    ],
  }),
};
