import type { ReportReason } from '@duet/contract/comments/shapes';
import type { PostType } from '@duet/contract/posts/shapes';
import type { PushPayload } from '@duet/contract/push/shapes';
import type { PushTexts } from '@duet/contract/push/texts/en';
import { pushTexts } from '@duet/contract/push/texts/push-texts';
import type { Language } from '@duet/contract/texts/texts';
import type { Notice } from './notice.ts';

interface Reader {
  readonly language: Language;
  /** Whether the words of messages and comments may stand on a locked screen. */
  readonly showsText: boolean;
  /** The name of the site, which a browser would else only say by its address. */
  readonly site: string;
}

const excerptChars = 160;

const ofType = {
  richText: 'postRichText',
  gallery: 'postGallery',
  video: 'postVideo',
} as const satisfies Record<PostType, keyof PushTexts>;

const ofReason = {
  Spam: 'reasonSpam',
  'Inappropriate Content': 'reasonInappropriate',
  Harassment: 'reasonHarassment',
  Other: 'reasonOther',
} as const satisfies Record<ReportReason, keyof PushTexts>;

/** What a person's device shows of a notice, in their language. */
export function renderNotice(notice: Notice, at: number, { language, showsText, site }: Reader): PushPayload {
  const texts = pushTexts(language);
  const title = (what: string) => (what === '' ? site : `${what} · ${site}`);
  const by = notice.by.name ?? notice.by.username ?? '';
  const base = { kind: notice.kind, lang: language, at, title: title(by) };
  switch (notice.kind) {
    case 'message':
      return {
        ...base,
        tag: `message-${notice.by.id}`,
        body: showsText ? excerpt(notice.text) : texts.message,
        many: texts.messages,
        url: `/messages?to=${encodeURIComponent(notice.by.id)}`,
      };
    case 'post':
      return {
        ...base,
        tag: 'post',
        body: notice.title === '' ? texts[ofType[notice.postType]] : excerpt(notice.title),
        many: texts.posts,
        url: `/post/${encodeURIComponent(notice.postId)}`,
      };
    case 'comment':
      return {
        ...base,
        tag: `comment-${notice.postId}`,
        body: showsText ? excerpt(notice.text) : texts.comment,
        many: texts.comments,
        url: `/post/${encodeURIComponent(notice.postId)}#comments`,
      };
    case 'report':
      return {
        ...base,
        tag: 'report',
        title: title(texts.report),
        body: texts.reportFor.replace('{reason}', texts[ofReason[notice.reason]]),
        many: texts.reports,
        url: '/admin',
      };
    case 'waiting':
      return {
        ...base,
        tag: 'waiting',
        body: texts.waiting,
        many: texts.waitings,
        url: '/admin/activity',
      };
  }
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const chars = [...line];
  return chars.length <= excerptChars ? line : `${chars.slice(0, excerptChars - 1).join('')}…`;
}
