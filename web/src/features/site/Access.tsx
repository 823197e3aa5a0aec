import { useTexts } from '../../i18n/language.ts';
import { Choice } from './Choice.tsx';
import type { SiteForm } from './use-site-form.ts';

/** Who may read, in plain words. */
export function Reading({ form }: { readonly form: SiteForm }) {
  const { t } = useTexts();
  return (
    <Choice
      label={t('site.reading')}
      options={[
        { value: 'everybody', label: t('site.readingEverybody'), text: t('site.readingEverybodyText') },
        { value: 'members', label: t('site.readingMembers'), text: t('site.readingMembersText') },
        { value: 'invited', label: t('site.readingInvited'), text: t('site.readingInvitedText') },
      ]}
      value={form.shown.reading}
      error={form.faults.reading}
      onChange={(reading) => form.change({ reading })}
    />
  );
}

/** Who may make an account; the environment, or who may read, can have decided it. */
export function Joining({ form }: { readonly form: SiteForm }) {
  const { t } = useTexts();
  const { reading, joining } = form.shown;
  const isInvited = reading === 'invited';
  const fixed =
    form.registration === null
      ? isInvited
        ? t('site.joiningInvitedOnly')
        : undefined
      : t('site.joiningFixed');
  return (
    <Choice
      label={t('site.joining')}
      options={[
        { value: 'open', label: t('site.joiningOpen'), text: t('site.joiningOpenText') },
        { value: 'invitation', label: t('site.joiningInvitation'), text: t('site.joiningInvitationText') },
        { value: 'approval', label: t('site.joiningApproval'), text: t('site.joiningApprovalText') },
        { value: 'closed', label: t('site.joiningClosed'), text: t('site.joiningClosedText') },
      ]}
      value={form.registration ?? (isInvited && joining !== 'closed' ? 'invitation' : joining)}
      fixed={fixed}
      error={form.faults.joining}
      onChange={(value) => form.change({ joining: value })}
    />
  );
}
