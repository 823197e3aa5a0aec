import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { call } from '../../api/client.ts';
import { CallFailure, failureText } from '../../api/failure.ts';
import { queryClient } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { retryOnce } from '../../api/retry-once.ts';
import { useTexts } from '../../i18n/language.ts';
import { signInState } from '../../session/return-to.ts';
import { Switch } from '../../ui/Switch.tsx';
import { useToast } from '../../ui/toast.ts';
import styles from './Access.module.css';
import type { Settings, SiteForm } from './use-site-form.ts';

/** Who may read, in plain words. */
export function ReadAccess({ form }: { readonly form: SiteForm }) {
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

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly text: string }[];
  readonly value: Value;
  /** Why it cannot be changed now. */
  readonly fixed?: string | undefined;
  readonly error?: string | undefined;
  readonly onChange: (value: Value) => void;
}

/** One of several, each with words about what it does. */
function Choice<Value extends string>({ label, options, value, fixed, error, onChange }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choice} disabled={fixed !== undefined} aria-describedby={`${name}-note`}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            <small>{option.text}</small>
          </span>
        </label>
      ))}
      {(error ?? fixed) && (
        <p
          id={`${name}-note`}
          className={error ? styles.error : styles.note}
          role={error ? 'alert' : undefined}
        >
          {error ?? fixed}
        </p>
      )}
    </fieldset>
  );
}

/** Whether admins need a second step; switched at once. Who has none of their own is led to set one up first. */
export function SecondStepOfAdmins({ required }: { readonly required: boolean }) {
  const { t } = useTexts();
  const toast = useToast();
  const navigate = useNavigate();
  const here = useLocation();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (wanted: boolean) =>
      (await retryOnce(() => call('site.requireSecondStep', { body: { required: wanted } }))).data,
    onSuccess: (now) => {
      queryClient.setQueryData<Settings>(queryKeys.siteSettings, (known) => known && { ...known, ...now });
      toast.success(t(now.adminsNeedSecondStep ? 'site.secondStepOn' : 'site.secondStepOff'));
    },
    onError: (error) => {
      toast.error(failureText(error, t('site.saveFailed')));
      const lacks = error instanceof CallFailure && error.code === 'SECOND_STEP_REQUIRED';
      if (lacks) navigate('/profile', { state: signInState(here) });
    },
  });
  return (
    <Switch
      label={t('site.secondStep')}
      hint={t('site.secondStepHint')}
      checked={isPending ? variables : required}
      disabled={isPending}
      onChange={(wanted) => mutate(wanted)}
    />
  );
}
