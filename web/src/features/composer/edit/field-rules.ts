import { t } from '../../../i18n/language.ts';
import { type Entry, text } from '../form/local-draft.ts';
import type { FieldRule, FieldRules } from './three-way.ts';
import type { PostChange } from './version.ts';

/** Who may see a post. Of two values there is no third: it is asked only where an older app kept no base. */
export const adminOnlyRule: FieldRule<boolean> = {
  label: { key: 'composer.adminOnly' },
  kind: 'text',
  show: (adminOnly) => t(adminOnly ? 'composer.adminOnlyHint' : 'composer.everybodyHint'),
};

/** What is written of a post that has a caption: of a gallery and of a video. */
export interface CaptionFields {
  readonly caption: string;
  readonly adminOnly: boolean;
}

export const captionRules: FieldRules<CaptionFields> = {
  caption: {
    label: { key: 'composer.caption' },
    kind: 'text',
    together: (mine, theirs) => `${mine}\n\n${theirs}`,
  },
  adminOnly: adminOnlyRule,
};

export const readCaption = ({ caption, adminOnly }: Entry): CaptionFields => ({
  caption: text(caption),
  adminOnly: adminOnly === true,
});

export const captionChanges = (from: CaptionFields, to: CaptionFields): PostChange => ({
  ...(from.caption !== to.caption && { caption: to.caption }),
  ...(from.adminOnly !== to.adminOnly && { adminOnlyVisibility: to.adminOnly }),
});
