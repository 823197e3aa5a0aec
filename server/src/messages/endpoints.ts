import type { messagesEndpoints } from '@duet/contract/messages/endpoints';
import type { Handlers } from '../platform/http/handler.ts';
import { hasBlocked, setBlock } from './block.ts';
import { readConversation } from './conversation.ts';
import { presentBlocked, presentConversation, presentRecipient } from './present.ts';
import { send } from './send.ts';
import { countUnread, listBlocked, listConversations } from './store.ts';
import { findRecipients } from './store-recipients.ts';

/** Every call reads and writes as the caller; none takes whose messages from what was sent. */
export const messagesHandlers: Handlers<typeof messagesEndpoints> = {
  'messages.send': async (context, { viewer, body }) => ({
    data: { message: await send(context, viewer.id, body) },
  }),
  'messages.conversations': async (context, { viewer }) => ({
    data: {
      conversations: (await listConversations(context.db.read, viewer.id)).map(presentConversation),
    },
  }),
  'messages.conversation': async (context, { viewer, params, query }) => ({
    data: await readConversation(context, viewer.id, params.id, query),
  }),
  'messages.recipients': async (context, { viewer, query }) => ({
    data: {
      people: (await findRecipients(context.db.scan, viewer.id, query.search?.trim() ?? '')).map(
        presentRecipient,
      ),
    },
  }),
  'messages.unreadCount': async (context, { viewer }) => ({
    data: { unreadCount: await countUnread(context.db.read, viewer.id) },
  }),
  'messages.blocks': async (context, { viewer }) => ({
    data: { blocks: (await listBlocked(context.db.read, viewer.id)).map(presentBlocked) },
  }),
  'messages.block': async (context, { viewer, params }) => ({
    data: { blocked: await hasBlocked(context, viewer.id, params.userId) },
  }),
  'messages.setBlock': async (context, { viewer, params }) => ({
    data: { blocked: await setBlock(context, viewer.id, params.userId, true) },
  }),
  'messages.liftBlock': async (context, { viewer, params }) => ({
    data: { blocked: await setBlock(context, viewer.id, params.userId, false) },
  }),
};
