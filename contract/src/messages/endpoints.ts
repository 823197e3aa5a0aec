import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { pagination } from '../posts/shapes.ts';
import { id, queryInteger } from '../schemas.ts';
import { blockedPerson, conversation, message, partner, recipient, sendBody } from './shapes.ts';

const blocked = z.object({ blocked: z.boolean() });
const blockParams = z.object({ userId: id });

export const messagesEndpoints = {
  'messages.send': endpoint({
    method: 'POST',
    path: '/api/messages',
    access: 'signedIn',
    does: 'Sends a private message; the same `clientId` to the same person again answers the message already sent.',
    body: sendBody,
    data: z.object({ message }),
    errors: ['USER_NOT_FOUND', 'MESSAGE_TO_SELF', 'BLOCKED', 'BLOCKED_BY_YOU'],
    rateLimit: 'messages',
  }),
  'messages.conversations': endpoint({
    method: 'GET',
    path: '/api/messages/conversations',
    access: 'signedIn',
    does: 'The inbox: everybody one has messages with, the newest message first.',
    data: z.object({ conversations: z.array(conversation) }),
  }),
  'messages.conversation': endpoint({
    method: 'GET',
    path: '/api/messages/conversation/{id}',
    access: 'signedIn',
    does: 'A page of the messages with one person. Page 1 is the newest and marks the thread read; a page is oldest first. `before`, the id of a message of this conversation, answers those older than it and marks nothing read: pages count from that message then, so that what is sent meanwhile does not shift them.',
    params: z.object({ id }),
    query: z.object({
      before: id.min(1, 'fieldInvalid').optional(),
      page: queryInteger(1, 1_000_000, 1),
      limit: queryInteger(1, limits.messages.maxPageSize, limits.messages.pageSize),
    }),
    data: z.object({ messages: z.array(message), partner, pagination }),
    errors: ['USER_NOT_FOUND', 'MESSAGE_NOT_FOUND'],
  }),
  'messages.recipients': endpoint({
    method: 'GET',
    path: '/api/messages/recipients',
    access: 'signedIn',
    does: 'People to write to, at most 20: those whose username or display name contains `search`, whatever the case and accents, those first of whom a word begins with it; without `search` the admins of the site. Never oneself.',
    query: z.object({ search: z.string().max(limits.displayName.maxChars, 'fieldTooLong').optional() }),
    data: z.object({ people: z.array(recipient) }),
    rateLimit: 'peopleSearch',
  }),
  'messages.unreadCount': endpoint({
    method: 'GET',
    path: '/api/messages/unread-count',
    access: 'signedIn',
    does: 'How many messages wait to be read.',
    data: z.object({ unreadCount: z.number().int() }),
  }),
  'messages.blocks': endpoint({
    method: 'GET',
    path: '/api/messages/blocks',
    access: 'signedIn',
    does: 'The people whom the caller has blocked, by name.',
    data: z.object({ blocks: z.array(blockedPerson) }),
  }),
  'messages.block': endpoint({
    method: 'GET',
    path: '/api/messages/blocks/{userId}',
    access: 'signedIn',
    does: 'Whether the caller has blocked this person.',
    params: blockParams,
    data: blocked,
    errors: ['USER_NOT_FOUND'],
  }),
  'messages.setBlock': endpoint({
    method: 'PUT',
    path: '/api/messages/blocks/{userId}',
    access: 'signedIn',
    does: 'Blocks a person: neither of the two can write to the other.',
    params: blockParams,
    data: blocked,
    errors: ['USER_NOT_FOUND', 'BLOCK_SELF'],
  }),
  'messages.liftBlock': endpoint({
    method: 'DELETE',
    path: '/api/messages/blocks/{userId}',
    access: 'signedIn',
    does: 'Lifts the block.',
    params: blockParams,
    data: blocked,
    errors: ['USER_NOT_FOUND'],
  }),
};
