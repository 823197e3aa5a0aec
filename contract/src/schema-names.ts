import { z } from 'zod';
import { personalToken } from './accounts/personal-token-shapes.ts';
import { preferences, publicUser, user } from './accounts/shapes.ts';
import { activity, siteNotice } from './activity/shapes.ts';
import { auditLine } from './audit/shapes.ts';
import { directoryUsage, orphanedFile } from './cleanup/shapes.ts';
import { comment, commentVersion, report } from './comments/shapes.ts';
import { dayFigures, jobResult } from './dashboard/shapes.ts';
import { storedImage } from './media/endpoints.ts';
import { blockedPerson, conversation, message, partner, recipient } from './messages/shapes.ts';
import { passkey } from './passkeys/shapes.ts';
import { draftEntry } from './posts/draft-list.ts';
import { pagination, post, postMedia } from './posts/shapes.ts';
import { site } from './site/shapes.ts';
import { openUpload, uploadState } from './uploads/shapes.ts';

const named: Readonly<Record<string, z.ZodType>> = {
  Activity: activity,
  AuditLine: auditLine,
  BlockedPerson: blockedPerson,
  Comment: comment,
  CommentReport: report,
  CommentVersion: commentVersion,
  Conversation: conversation,
  DayFigures: dayFigures,
  DirectoryUsage: directoryUsage,
  DraftEntry: draftEntry,
  JobResult: jobResult,
  Message: message,
  OpenUpload: openUpload,
  OrphanedFile: orphanedFile,
  Pagination: pagination,
  Passkey: passkey,
  PersonalToken: personalToken,
  Partner: partner,
  Post: post,
  PostMedia: postMedia,
  Preferences: preferences,
  PublicUser: publicUser,
  Recipient: recipient,
  Site: site,
  SiteNotice: siteNotice,
  StoredImage: storedImage,
  UploadState: uploadState,
  User: user,
};

/** What answers hold, by the names that generated clients get (`components.schemas` of the OpenAPI document). */
export const schemaNames = z.registry<{ id: string }>();
for (const [name, shape] of Object.entries(named)) schemaNames.add(shape, { id: name });
