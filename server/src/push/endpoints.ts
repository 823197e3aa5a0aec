import type { pushEndpoints } from '@duet/contract/push/endpoints';
import type { Handlers } from '../platform/http/handler.ts';
import { deleteSubscription } from './store.ts';
import { subscribe } from './subscribe.ts';
import { vapidOf } from './vapid.ts';

export const pushHandlers: Handlers<typeof pushEndpoints> = {
  'push.key': async (context) => ({ data: { key: vapidOf(context).publicKey } }),
  'push.subscribe': async (context, { viewer, body, language }) => ({
    data: { subscription: await subscribe(context, viewer, body, language) },
  }),
  'push.unsubscribe': async (context, { viewer, body }) => {
    await context.db.write((tx) => deleteSubscription(tx, viewer.id, body.endpoint));
    return { data: {} };
  },
};
