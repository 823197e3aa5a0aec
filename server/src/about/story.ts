import { limits } from '@duet/contract/limits';
import { Failure } from '../platform/failure.ts';
import { hasText } from '../posts/text/content.ts';
import { cleanHtml } from '../posts/text/rich-text.ts';

/**
 * A story as it is stored: clean HTML by the policy of posts, without pictures; empty where nobody would see any text.
 * Throws INVALID or TOO_LARGE for content beyond `limits.richText`.
 */
export function cleanStory(source: string): string {
  if (Buffer.byteLength(source) > limits.richText.maxSourceBytes) throw tooLong();
  const { html } = ofStory(() => cleanHtml(source, () => null));
  if (Buffer.byteLength(html) > limits.richText.maxBytes) throw tooLong();
  return hasText(html, 'html') ? html : '';
}

const tooLong = () => new Failure('TOO_LARGE', { fields: { story: 'contentTooLong' } });

/** A fault of the content is one of this field. */
function ofStory<T>(clean: () => T): T {
  try {
    return clean();
  } catch (error) {
    const fault = error instanceof Failure ? error.details.fields?.content : undefined;
    if (!(error instanceof Failure) || fault === undefined) throw error;
    throw new Failure(error.code, { ...error.details, fields: { story: fault } });
  }
}
