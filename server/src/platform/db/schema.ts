import type { AboutTables } from './schema/about.ts';
import type { AccountTables } from './schema/accounts.ts';
import type { ActivityTables } from './schema/activity.ts';
import type { CommentTables } from './schema/comments.ts';
import type { DigestTables } from './schema/digest.ts';
import type { FeedTables } from './schema/feeds.ts';
import type { JobTables } from './schema/jobs.ts';
import type { JoiningTables } from './schema/joining.ts';
import type { MailTables } from './schema/mail.ts';
import type { MediaTables } from './schema/media.ts';
import type { MessageTables } from './schema/messages.ts';
import type { PasskeyTables } from './schema/passkeys.ts';
import type { PostTables } from './schema/posts.ts';
import type { PushTables } from './schema/push.ts';
import type { SecondStepTables } from './schema/second-steps.ts';
import type { SecretsTables } from './schema/secrets.ts';
import type { SiteTables } from './schema/site.ts';
import type { UploadTables } from './schema/uploads.ts';
import type { ViewTables } from './schema/views.ts';

/** All tables as the newest migration leaves them. */
export type Schema = AboutTables &
  AccountTables &
  DigestTables &
  JoiningTables &
  MailTables &
  MediaTables &
  PostTables &
  UploadTables &
  CommentTables &
  MessageTables &
  PasskeyTables &
  PushTables &
  ViewTables &
  ActivityTables &
  FeedTables &
  JobTables &
  SecondStepTables &
  SecretsTables &
  SiteTables;
