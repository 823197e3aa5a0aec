import { aboutEndpoints } from './about/endpoints.ts';
import { accountsEndpoints } from './accounts/endpoints.ts';
import { identityEndpoints } from './accounts/identity-endpoints.ts';
import { personalTokenEndpoints } from './accounts/personal-token-endpoints.ts';
import { activityEndpoints } from './activity/endpoints.ts';
import { auditEndpoints } from './audit/endpoints.ts';
import { cleanupEndpoints } from './cleanup/endpoints.ts';
import { commentsEndpoints } from './comments/endpoints.ts';
import { dashboardEndpoints } from './dashboard/endpoints.ts';
import { digestEndpoints } from './digest/endpoints.ts';
import { feedsEndpoints } from './feeds/endpoints.ts';
import { joiningEndpoints } from './joining/endpoints.ts';
import { mediaEndpoints } from './media/endpoints.ts';
import { messagesEndpoints } from './messages/endpoints.ts';
import { passkeyEndpoints } from './passkeys/endpoints.ts';
import { postsEndpoints } from './posts/endpoints.ts';
import { pushEndpoints } from './push/endpoints.ts';
import { totpEndpoints } from './second-steps/endpoints.ts';
import { siteEndpoints } from './site/endpoints.ts';
import { uploadsEndpoints, videoEndpoints } from './uploads/endpoints.ts';
import { viewsEndpoints } from './views/endpoints.ts';

/** The contract's table: every call there is. The only place from which a path may be read. */
export const endpoints = {
  ...accountsEndpoints,
  ...identityEndpoints,
  ...totpEndpoints,
  ...passkeyEndpoints,
  ...personalTokenEndpoints,
  ...joiningEndpoints,
  ...postsEndpoints,
  ...mediaEndpoints,
  ...uploadsEndpoints,
  ...videoEndpoints,
  ...commentsEndpoints,
  ...messagesEndpoints,
  ...pushEndpoints,
  ...activityEndpoints,
  ...cleanupEndpoints,
  ...viewsEndpoints,
  ...auditEndpoints,
  ...dashboardEndpoints,
  ...siteEndpoints,
  ...aboutEndpoints,
  ...feedsEndpoints,
  ...digestEndpoints,
} as const;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
