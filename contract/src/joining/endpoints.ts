import { z } from 'zod';
import { role } from '../accounts/shapes.ts';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { pagination } from '../posts/shapes.ts';
import { id, queryInteger } from '../schemas.ts';
import { createInvitationBody, invitation, lookUpInvitationBody } from './shapes.ts';

export const joiningEndpoints = {
  'invitations.create': endpoint({
    method: 'POST',
    path: '/api/admin/invitations',
    access: 'admin',
    does: 'Makes a link by which people make accounts, with a role, and mails it where `email` says to whom. `url` and `code` are in this answer alone.',
    body: createInvitationBody,
    data: z.object({ invitation }),
    errors: ['PROOF_NEEDED'],
    rateLimit: 'createUser',
  }),
  'invitations.list': endpoint({
    method: 'GET',
    path: '/api/admin/invitations',
    access: 'admin',
    does: 'The invitations, newest first, with who came by them.',
    query: z.object({
      page: queryInteger(1, limits.users.maxPage, 1),
      limit: queryInteger(1, limits.invitation.pageSize, limits.invitation.pageSize),
    }),
    data: z.object({ invitations: z.array(invitation), pagination }),
  }),
  'invitations.revoke': endpoint({
    method: 'DELETE',
    path: '/api/admin/invitations/{id}',
    access: 'admin',
    does: 'Revokes an invitation: nobody can use its link any more. Who came by it stays.',
    params: z.object({ id }),
    data: z.object({ invitation }),
    errors: ['NOT_FOUND'],
  }),
  'invitations.lookUp': endpoint({
    method: 'POST',
    path: '/api/auth/invitation',
    access: 'anyone',
    openToGuests: true,
    does: 'Whether an account can be made with an invitation, and with which role.',
    body: lookUpInvitationBody,
    data: z.object({ role }),
    errors: ['INVITATION_OVER', 'REGISTRATION_CLOSED'],
    rateLimit: 'loginAddress',
  }),
};
