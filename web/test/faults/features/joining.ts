import { accountsEndpoints } from '@duet/contract/accounts/endpoints';
import { identityEndpoints } from '@duet/contract/accounts/identity-endpoints';
import { joiningEndpoints } from '@duet/contract/joining/endpoints';
import fc from 'fast-check';
import type { Form } from '../react-host.ts';
import type { Run, TabName } from '../run.ts';
import type { Tab } from '../tab.ts';
import { type Deed, deed, type Feature, type FeatureKind } from './feature.ts';

type Addresses = typeof import('../../../src/screens/account/mail/AddressForm.tsx');
type Invitations = typeof import('../../../src/features/people/InvitationForm.tsx');

/** No sheet is around the forms. */
const onUnsaved = () => undefined;

const event = { preventDefault: () => undefined };

/** Types into a form's first field, or the last, and sends it. */
async function send(run: Run, form: Form, text: string, field: 0 | -1): Promise<void> {
  await run.quiet();
  const { onChange } = form.parts('TextField').at(field) ?? {};
  (onChange as (e: object) => void)({ target: { value: text } });
  await run.quiet();
  const { onSubmit } = form.part('form') ?? {};
  (onSubmit as (e: object) => void)(event);
  await run.quiet();
}

/** Links that let people in, made by two admins, and the address of somebody in two tabs. */
class Joining implements Feature {
  readonly #run: Run;
  /** The notes of the invitations that were asked for, and the links that were shown for them. */
  readonly #notes: string[] = [];
  readonly #links = new Map<string, string>();
  /** Addresses that were asked for, and the last that was told to hold. */
  readonly #addresses: string[] = [];
  #told: string | null = null;

  constructor(run: Run) {
    this.#run = run;
  }

  async do({ name, words: [tab] }: Deed): Promise<void> {
    const on = await this.#run.tab(tab as TabName);
    await (name === 'invite' ? this.#invite(on) : this.#changeAddress(on));
  }

  async #invite(tab: Tab): Promise<string> {
    const { InvitationForm } = await tab.load<Invitations>('/src/features/people/InvitationForm.tsx');
    const note = this.#run.word();
    this.#notes.push(note);
    const onMade = ({ url }: { url: string }) => this.#links.set(note, url);
    await send(this.#run, tab.show(InvitationForm, { onMade, onUnsaved }), note, -1);
    return note;
  }

  async #changeAddress(tab: Tab): Promise<string> {
    const { AddressForm } = await tab.load<Addresses>('/src/screens/account/mail/AddressForm.tsx');
    const address = `${this.#run.word()}@example.org`;
    // Long runs outlast the proof that signing in is.
    const { api, password } = this.#run.people.vera;
    await this.#run.directly(() => api.call(accountsEndpoints['accounts.prove'], { body: { password } }));
    this.#addresses.push(address);
    const onChanged = ({ email }: { email: string | null }) => {
      this.#told = email;
    };
    await send(this.#run, tab.show(AddressForm, { onChanged, onUnsaved }), address, 0);
    return address;
  }

  async finish(): Promise<void> {
    if (this.#notes.length > 0) {
      const note = await this.#invite(await this.#run.tab('ana1'));
      await this.#run.pass(10_000);
      this.#last.note = note;
    }
    if (this.#addresses.length > 0) {
      this.#last.address = await this.#changeAddress(await this.#run.tab('vera1'));
      await this.#run.pass(10_000);
    }
  }

  readonly #last: { note?: string; address?: string } = {};

  async differences(): Promise<string[]> {
    const found: string[] = [];
    const { ana, vera } = this.#run.people;
    if (this.#notes.length > 0) {
      const { invitations } = (await ana.api.call(joiningEndpoints['invitations.list'])).data;
      const listed = new Map(invitations.map(({ note, state }) => [note, state]));
      for (const note of this.#notes) {
        const link = this.#links.get(note);
        if (link === undefined) continue;
        if (listed.get(note) !== 'open') found.push(`the invitation ${note} is ${listed.get(note)}`);
        const code = new URL(link).hash.slice(1);
        const { status } = await this.#run.duet.guest.attempt(joiningEndpoints['invitations.lookUp'], {
          body: { invitation: code },
        });
        if (status !== 200) found.push(`the link of the invitation ${note} answers ${status}`);
      }
      if (!this.#links.has(this.#last.note ?? '')) found.push('an invitation can never be made');
    }
    if (this.#addresses.length > 0) {
      const { email } = (await vera.api.call(identityEndpoints['identity.email'])).data;
      if (this.#told !== this.#last.address) found.push('an address can never be changed');
      if (email !== this.#told) found.push(`told the address ${this.#told}, and the server has ${email}`);
      const { data } = await vera.api.call(accountsEndpoints['accounts.currentUser']);
      if (data.user.email !== email)
        found.push(`the account has ${data.user.email} and the profile ${email}`);
    }
    return found;
  }
}

export const joining: FeatureKind = {
  deeds: [
    { weight: 1, arbitrary: deed('invite', fc.constantFrom<TabName>('ana1', 'ana2', 'ben1')) },
    { weight: 1, arbitrary: deed('address', fc.constantFrom<TabName>('vera1', 'vera2')) },
  ],
  begin: (run) => new Joining(run),
};
