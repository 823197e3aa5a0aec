import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { chooseDigestBody, digest } from './shapes.ts';

export const digestEndpoints = {
  'digest.show': endpoint({
    method: 'GET',
    path: '/api/mail/digest',
    access: 'signedIn',
    does: 'Whether the person gets a mail each week of what was posted, and when the next one is due.',
    data: digest,
  }),
  'digest.choose': endpoint({
    method: 'PUT',
    path: '/api/mail/digest',
    access: 'signedIn',
    does: 'Begins or ends the weekly mail. It comes to a verified address only. WRONG_STATE where the site sends no mail.',
    body: chooseDigestBody,
    data: digest,
    errors: ['WRONG_STATE'],
  }),
  'digest.unsubscribe': endpoint({
    method: 'POST',
    path: '/api/mail/unsubscribe',
    access: 'anyone',
    openToGuests: true,
    does: 'Ends the weekly mail of whose the token of an unsubscribe link is. Again changes nothing. Mail programs post to `/unsubscribe` (RFC 8058).',
    query: z.object({ token: z.string().max(500, 'UNSUBSCRIBE_LINK_INVALID') }),
    data: z.object({}),
    errors: ['UNSUBSCRIBE_LINK_INVALID'],
  }),
};
