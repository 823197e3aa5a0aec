import type { EventData } from '@duet/contract/events/shapes';
import type { SiteChange, WholeSite } from '@duet/contract/site/shapes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { CallFailure, failureText } from '../../api/failure.ts';
import { queryClient } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { retryOnce } from '../../api/retry-once.ts';
import { deviceStorage } from '../../device/storage.ts';
import { siteDraftKey } from '../../device/storage-keys.ts';
import { useTexts } from '../../i18n/language.ts';
import { showSite } from '../../theme/site.ts';
import { useToast } from '../../ui/toast.ts';

/** The settings as `GET /api/admin/site` answers them. */
export interface Settings extends EventData<'site'> {
  readonly registration: 'open' | 'closed' | null;
  readonly adminsNeedSecondStep: boolean;
}

type Draft = Partial<WholeSite>;

export interface SiteForm {
  /** As they would be saved: what is stored, with what was changed here. */
  readonly shown: WholeSite;
  readonly registration: Settings['registration'];
  readonly faults: Readonly<Record<string, string>>;
  readonly isChanged: boolean;
  readonly busy: boolean;
  readonly change: (part: Draft) => void;
  readonly discard: () => void;
  /** Sends what was changed and nothing else; answers whether it is saved. */
  readonly save: () => Promise<boolean>;
}

const readSettings = async (signal?: AbortSignal): Promise<Settings> =>
  (await call('site.settings', { signal })).data;

export const useSettings = () =>
  useQuery({ queryKey: queryKeys.siteSettings, queryFn: ({ signal }) => readSettings(signal) });

/** What is typed stays on this device until it is saved or discarded. */
export function useSiteForm(adminId: string, { site, registration }: Settings): SiteForm {
  const { t } = useTexts();
  const toast = useToast();
  const key = siteDraftKey(adminId);
  const [draft, setDraft] = useState<Draft>(() => (deviceStorage.getJson(key) as Draft | null) ?? {});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);

  /** A picture that has come is added to what was typed since it left. */
  const keep = (next: (now: Draft) => Draft) =>
    setDraft((now) => {
      const changed = differing(site, next(now));
      keepDraft(key, changed);
      return changed;
    });

  function change(part: Draft) {
    setFaults((now) => without(now, Object.keys(part)));
    keep((now) => ({ ...now, ...part }));
  }

  async function save(): Promise<boolean> {
    const sent = differing(site, draft);
    if (busy) return false;
    if (Object.keys(sent).length === 0) return true;
    setBusy(true);
    try {
      const body = sent as SiteChange;
      const saved = (await retryOnce(() => call('site.change', { body }))).data.site;
      queryClient.setQueryData<Settings>(
        queryKeys.siteSettings,
        (known) => known && { ...known, site: saved },
      );
      showSite(saved);
      // What was typed meanwhile stays.
      setDraft((now) => {
        const rest = Object.fromEntries(
          Object.entries(now).filter(([name, value]) => sent[name as keyof Draft] !== value),
        );
        keepDraft(key, rest);
        return rest;
      });
      setFaults({});
      toast.success(t('site.saved'));
      return true;
    } catch (error) {
      const fields = error instanceof CallFailure ? error.fields : {};
      setFaults(fields);
      if (Object.keys(fields).length === 0) toast.error(failureText(error, t('site.saveFailed')));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return {
    shown: { ...site, ...draft },
    registration,
    faults,
    isChanged: Object.keys(differing(site, draft)).length > 0,
    busy,
    change,
    discard: () => keep(() => ({})),
    save,
  };
}

function keepDraft(key: string, draft: Draft): void {
  if (Object.keys(draft).length === 0) deviceStorage.remove(key);
  else deviceStorage.setJson(key, draft);
}

/** Of a draft, what is not stored already. */
const differing = (site: WholeSite, draft: Draft): Draft =>
  Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => site[name as keyof WholeSite] !== value),
  );

const without = (faults: Readonly<Record<string, string>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => !names.includes(name)));
