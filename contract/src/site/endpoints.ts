import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { changeSiteBody, registration, site, wholeSite } from './shapes.ts';

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
    does: 'The settings of the site, and what `DUET_REGISTRATION` says, which wins over `joining`.',
    data: z.object({ site: wholeSite, registration }),
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
