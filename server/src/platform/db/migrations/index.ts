import { up as foundation } from './0001_foundation.ts';
import { up as conversation } from './0002_conversation.ts';
import { up as passwordLinks } from './0003_password_links.ts';
import { up as uploads } from './0004_uploads.ts';
import { up as pictureSizes } from './0005_picture_sizes.ts';
import { up as resumableUploads } from './0006_resumable_uploads.ts';
import { up as views } from './0007_views.ts';
import { up as commentClientIds } from './0008_comment_client_ids.ts';
import { up as push } from './0009_push.ts';
import { up as optionalEmail } from './0010_optional_email.ts';
import { up as likeClientIds } from './0011_like_client_ids.ts';
import { up as endedSessions } from './0012_ended_sessions.ts';
import { up as jobs } from './0013_jobs.ts';
import { up as postTotals } from './0014_post_totals.ts';
import { up as siteSecrets } from './0015_site_secrets.ts';
import { up as uploadChunks } from './0016_upload_chunks.ts';
import { up as siteSettings } from './0017_site_settings.ts';
import { up as displayNames } from './0019_display_names.ts';
import { up as invitations } from './0020_invitations.ts';
import { up as waitingAccounts } from './0021_waiting_accounts.ts';
import { up as postAuthorDays } from './0022_post_author_days.ts';
import { up as sessionProofs } from './0023_session_proofs.ts';
import { up as feedKeys } from './0024_feed_keys.ts';
import { up as secondSteps } from './0025_second_steps.ts';
import { up as passkeys } from './0026_passkeys.ts';
import { up as knownDevices } from './0027_known_devices.ts';
import { up as mail } from './0028_mail.ts';
import { up as identity } from './0029_identity.ts';
import { up as mailedInvitations } from './0030_mailed_invitations.ts';
import { up as personalTokens } from './0031_personal_tokens.ts';
import { up as digest } from './0032_digest.ts';
import { up as secondStepOfAdmins } from './0033_second_step_of_admins.ts';
import { up as siteAbout } from './0034_site_about.ts';
import { up as deletedComments } from './0035_deleted_comments.ts';
import { up as publicSince } from './0036_public_since.ts';
import { up as cleanEmails } from './0037_clean_emails.ts';
import type { Up } from './migration.ts';

/** Every migration in the order in which it runs. A name that has been released never changes. */
export const migrations: Readonly<Record<string, Up>> = {
  '0001_foundation': foundation,
  '0002_conversation': conversation,
  '0003_password_links': passwordLinks,
  '0004_uploads': uploads,
  '0005_picture_sizes': pictureSizes,
  '0006_resumable_uploads': resumableUploads,
  '0007_views': views,
  '0008_comment_client_ids': commentClientIds,
  '0009_push': push,
  '0010_optional_email': optionalEmail,
  '0011_like_client_ids': likeClientIds,
  '0012_ended_sessions': endedSessions,
  '0013_jobs': jobs,
  '0014_post_totals': postTotals,
  '0015_site_secrets': siteSecrets,
  '0016_upload_chunks': uploadChunks,
  '0017_site_settings': siteSettings,
  '0019_display_names': displayNames,
  '0020_invitations': invitations,
  '0021_waiting_accounts': waitingAccounts,
  '0022_post_author_days': postAuthorDays,
  '0023_session_proofs': sessionProofs,
  '0024_feed_keys': feedKeys,
  '0025_second_steps': secondSteps,
  '0026_passkeys': passkeys,
  '0027_known_devices': knownDevices,
  '0028_mail': mail,
  '0029_identity': identity,
  '0030_mailed_invitations': mailedInvitations,
  '0031_personal_tokens': personalTokens,
  '0032_digest': digest,
  '0033_second_step_of_admins': secondStepOfAdmins,
  '0034_site_about': siteAbout,
  '0035_deleted_comments': deletedComments,
  '0036_public_since': publicSince,
  '0037_clean_emails': cleanEmails,
};
