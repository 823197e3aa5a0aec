import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { subscribeBody, subscription, unsubscribeBody } from './shapes.ts';

export const pushEndpoints = {
  'push.key': endpoint({
    method: 'GET',
    path: '/api/push/key',
    access: 'anyone',
    does: 'The public key (VAPID, base64url) that a browser subscribes with.',
    data: z.object({ key: z.string() }),
  }),
  'push.subscribe': endpoint({
    method: 'POST',
    path: '/api/push/subscriptions',
    access: 'signedIn',
    sessionOnly: true,
    does: "Sends notifications to this device for as long as this session lives. The body is a browser's `PushSubscription` as JSON; the same endpoint again is renewed.",
    body: subscribeBody,
    data: z.object({ subscription }),
    errors: ['PUSH_ENDPOINT_REFUSED'],
    rateLimit: 'pushSubscriptions',
  }),
  'push.unsubscribe': endpoint({
    method: 'DELETE',
    path: '/api/push/subscriptions',
    access: 'signedIn',
    sessionOnly: true,
    does: 'Sends no more notifications to this device. Where it had none, nothing changes.',
    body: unsubscribeBody,
    data: z.object({}),
  }),
};
