import { accountsEndpoints } from './accounts/endpoints.ts';
import { activityEndpoints } from './activity/endpoints.ts';
import { cleanupEndpoints } from './cleanup/endpoints.ts';
import { commentsEndpoints } from './comments/endpoints.ts';
import { mediaEndpoints } from './media/endpoints.ts';
import { messagesEndpoints } from './messages/endpoints.ts';
import { postsEndpoints } from './posts/endpoints.ts';
import { uploadsEndpoints, videoEndpoints } from './uploads/endpoints.ts';

/** The contract's table: every call there is. The only place from which a path may be read. */
export const endpoints = {
  ...accountsEndpoints,
  ...postsEndpoints,
  ...mediaEndpoints,
  ...uploadsEndpoints,
  ...videoEndpoints,
  ...commentsEndpoints,
  ...messagesEndpoints,
  ...activityEndpoints,
  ...cleanupEndpoints,
} as const;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
