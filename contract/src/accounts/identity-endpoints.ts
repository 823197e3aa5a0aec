import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { changeEmailBody, changeUsernameBody, confirmEmailBody, ownEmail } from './identity-shapes.ts';
import { user } from './shapes.ts';

export const identityEndpoints = {
  'identity.email': endpoint({
    method: 'GET',
    path: '/api/auth/email',
    access: 'signedIn',
    does: "One's own address, whether it is verified, and the one that waits for its link to be opened.",
    data: ownEmail,
  }),
  'identity.changeEmail': endpoint({
    method: 'POST',
    path: '/api/auth/email',
    access: 'signedIn',
    does: 'Changes the address: where the site sends mail, once the link that is mailed to it is opened within 24 hours, and the present address gets a notice; else at once.',
    body: changeEmailBody,
    data: ownEmail,
    errors: ['EMAIL_TAKEN', 'PROOF_NEEDED'],
    rateLimit: 'emailChange',
  }),
  'identity.cancelEmail': endpoint({
    method: 'DELETE',
    path: '/api/auth/email',
    access: 'signedIn',
    does: 'Takes back a change of the address whose link was not opened yet.',
    data: ownEmail,
  }),
  'identity.sendVerification': endpoint({
    method: 'POST',
    path: '/api/auth/email/verification',
    access: 'signedIn',
    does: 'Mails a link to the present address that verifies it. WRONG_STATE where there is none, it is verified, or the site sends no mail.',
    data: z.object({}),
    errors: ['WRONG_STATE'],
    rateLimit: 'emailChange',
  }),
  'identity.confirmEmail': endpoint({
    method: 'POST',
    path: '/api/auth/email/confirm',
    access: 'anyone',
    openToGuests: true,
    does: 'Uses up the code of a link that was mailed to an address: it is verified, and where the person has asked for that, it takes the place of the former one.',
    body: confirmEmailBody,
    data: z.object({ email: z.string() }),
    errors: ['EMAIL_LINK_INVALID', 'EMAIL_TAKEN'],
    rateLimit: 'loginAddress',
  }),
  'identity.changeUsername': endpoint({
    method: 'POST',
    path: '/api/auth/username',
    access: 'signedIn',
    does: 'Changes the username, three times in 30 days at most. Nobody else can take the former one; it signs in no more.',
    body: changeUsernameBody,
    data: z.object({ user }),
    errors: ['USERNAME_TAKEN', 'USERNAME_CHANGED_OFTEN', 'PROOF_NEEDED'],
    rateLimit: 'usernameChange',
  }),
};
