import { expect } from 'vitest';
import type { Outgoing } from './network.ts';
import type { Form } from './react-host.ts';
import { type People, Run, type Site, type TabName } from './run.ts';
import type { Tab } from './tab.ts';

type Texts = typeof import('../../src/i18n/language.ts');
const event = { preventDefault: () => undefined };

/** A run in which the answer to the first request of this kind is lost, and nothing else is wrong. */
export async function losing(
  site: Site,
  method: string,
  path: RegExp,
  people: Partial<People> = {},
): Promise<Run> {
  let isLost = false;
  const fateOf = ({ method: sent, url }: Outgoing) => {
    if (isLost || sent !== method || !path.test(new URL(url).pathname)) return { how: 'fine' } as const;
    isLost = true;
    return { how: 'answerLost' } as const;
  };
  return Run.begin({ ...site, people: { ...site.people, ...people } }, fateOf);
}

export const write = (form: Form, value: string): void => {
  for (const { onChange } of form.parts('PasswordField'))
    (onChange as (e: object) => void)({ target: { value } });
};
/** Into the first field. */
export const type = (form: Form, value: string): void => {
  const { onChange } = form.parts('TextField')[0] ?? {};
  (onChange as (e: object) => void)({ target: { value } });
};
export const submit = (form: Form): void => {
  const { onSubmit } = form.part('form') ?? {};
  (onSubmit as (e: object) => void)(event);
};

/** What a tab has told so far, besides failures: by the keys of its texts. */
export async function told(tab: Tab): Promise<readonly string[]> {
  expect(tab.told.filter(({ colour }) => colour !== 'success')).toEqual([]);
  return tab.told.map(({ text }) => text);
}

export async function tabOf(run: Run, name: TabName) {
  const tab = await run.tab(name);
  const { t } = await tab.load<Texts>('/src/i18n/language.ts');
  return { tab, t };
}
