import type { commentsEndpoints } from '@duet/contract/comments/endpoints';
import type { Handlers } from '../platform/http/handler.ts';
import { reactToComment } from './react.ts';
import { handleReport, openReports, reportComment } from './report.ts';
import { showComments, showHistory } from './show.ts';
import { createComment, removeComment, updateComment } from './write.ts';

export const commentsHandlers: Handlers<typeof commentsEndpoints> = {
  'comments.list': async (context, { viewer, params, query }) => ({
    data: await showComments(context, params.id, query, viewer),
  }),
  'comments.create': async (context, { viewer, body }) => ({
    data: { comment: await createComment(context, viewer, body) },
  }),
  'comments.update': async (context, { viewer, params, body }) => ({
    data: { comment: await updateComment(context, viewer, params.id, body.text) },
  }),
  'comments.delete': async (context, { viewer, params, address }) => {
    await removeComment(context, viewer, params.id, address);
    return { data: {} };
  },
  'comments.like': async (context, { viewer, params, body }) => ({
    data: await reactToComment(context, viewer, params.id, body),
  }),
  'comments.report': async (context, { viewer, params, body }) => ({
    data: { comment: await reportComment(context, viewer, params.id, body.reason) },
  }),
  'comments.history': async (context, { viewer, params }) => ({
    data: { history: await showHistory(context, params.id, viewer) },
  }),
  'comments.reports': async (context, { viewer }) => ({
    data: { reports: await openReports(context, viewer) },
  }),
  'comments.handleReport': async (context, { viewer, params, body, address }) => ({
    data: {
      comment: await handleReport(context, viewer, params.commentId, { ...body, address }),
      deleted: body.action === 'delete',
    },
  }),
};
