import { limits } from '@duet/contract/limits';
import type { SecondStep } from '@duet/contract/second-steps/shapes';
import { Secret, TOTP } from 'otpauth';
import { requireAccount, requireSession } from '../accounts/account.ts';
import { audit } from '../accounts/audit.ts';
import { requireProof } from '../accounts/sessions/proof.ts';
import { requireOtherStep, setSecondStep } from '../accounts/sessions/second-step.ts';
import type { Context } from '../platform/context.ts';
import type { Writes } from '../platform/db/database.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/http/handler.ts';
import { isoTime } from '../platform/iso-time.ts';
import { currentSite } from '../platform/site/settings.ts';
import { openSecret, sealSecret } from './keys.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import {
  countRecoveryCodes,
  deleteSecondStep,
  findTotpSecret,
  replaceTotpSecret,
  takeStep,
} from './store.ts';

const { digits, periodMs, drift, secretBytes } = limits.secondStep;

/** What authenticator apps know without being told, and what some of them take for granted (RFC 6238, 1.2). */
const settings = { algorithm: 'SHA1', digits, period: periodMs / 1000 };

interface Who {
  readonly viewer: Viewer;
  readonly address: string;
}

export async function showSecondStep({ db }: Context, viewer: Viewer): Promise<SecondStep> {
  const { second_step_since: since } = await requireAccount(db.read, viewer.id);
  return {
    on: since !== null,
    since: since === null ? null : isoTime(since),
    recoveryCodesLeft: await countRecoveryCodes(db.read, viewer.id),
  };
}

/**
 * Makes a secret, in the place of one that was begun before and not confirmed. Throws WRONG_STATE where the second step is on
 * already: its secret goes on until it is turned off.
 */
export async function beginTotp(
  context: Context,
  viewer: Viewer,
): Promise<{ readonly secret: string; readonly uri: string }> {
  await requireProof(context, viewer);
  const secret = new Secret({ size: secretBytes });
  const { name } = await currentSite(context);
  await context.db.write(async (tx) => {
    await requireSession(tx, viewer);
    const { second_step_since } = await requireAccount(tx, viewer.id);
    if (second_step_since !== null) throw new Failure('WRONG_STATE');
    await replaceTotpSecret(tx, {
      user_id: viewer.id,
      secret: sealSecret(context, viewer.id, secret.base32),
      created_at: context.clock.now(),
      last_step: null,
    });
  });
  const totp = new TOTP({ ...settings, secret, issuer: name, label: viewer.username });
  return { secret: secret.base32, uri: totp.toString() };
}

/** Turns the second step on with a code of the secret that was begun; answers the recovery codes. */
export async function confirmTotp(
  context: Context,
  { viewer, address }: Who,
  code: string,
): Promise<string[]> {
  await requireProof(context, viewer);
  return context.db.write(async (tx) => {
    await requireSession(tx, viewer);
    const { second_step_since } = await requireAccount(tx, viewer.id);
    const begun = await findTotpSecret(tx, viewer.id);
    if (second_step_since !== null || !begun) throw new Failure('WRONG_STATE');
    if (!(await takeCode(context, tx, viewer.id, code)))
      throw new Failure('WRONG_CODE', { fields: { code: 'WRONG_CODE' } });
    await setSecondStep(context, tx, viewer.id, true);
    const line = { actorId: viewer.id, subjectId: viewer.id, address };
    await audit(context, tx, { ...line, action: 'secondStep.on' });
    return newRecoveryCodes(context, tx, viewer.id);
  });
}

/** Turns the second step off. Where it is off already nothing changes: the first answer may have been lost. */
export async function removeTotp(context: Context, { viewer, address }: Who): Promise<void> {
  await requireProof(context, viewer);
  await context.db.write(async (tx) => {
    await requireSession(tx, viewer);
    const account = await requireAccount(tx, viewer.id);
    if (account.second_step_since !== null) {
      await requireOtherStep(context, tx, account, account.passkeys_since);
    }
    await turnOff(context, tx, { actorId: viewer.id, userId: viewer.id, address });
  });
}

/** Turns somebody's second step off; whether it was on. `actorId` is null for the command line. */
export async function turnOff(
  context: Context,
  tx: Writes,
  { actorId, userId, address }: { actorId: string | null; userId: string; address: string },
): Promise<boolean> {
  const { second_step_since } = await requireAccount(tx, userId);
  await deleteSecondStep(tx, userId);
  if (second_step_since === null) return false;
  await setSecondStep(context, tx, userId, false);
  await audit(context, tx, { actorId, action: 'secondStep.off', subjectId: userId, address });
  return true;
}

/** New recovery codes; WRONG_STATE where there is no second step that they could be for. */
export async function renewRecoveryCodes(context: Context, { viewer, address }: Who): Promise<string[]> {
  await requireProof(context, viewer);
  return context.db.write(async (tx) => {
    await requireSession(tx, viewer);
    const { second_step_since } = await requireAccount(tx, viewer.id);
    if (second_step_since === null) throw new Failure('WRONG_STATE');
    const line = { actorId: viewer.id, subjectId: viewer.id, address };
    await audit(context, tx, { ...line, action: 'secondStep.recoveryCodes' });
    return newRecoveryCodes(context, tx, viewer.id);
  });
}

/**
 * Takes a code of somebody's authenticator app; whether it is right. A device's clock may be a step early or late
 * (RFC 6238, 6). No code of a step that was taken, or of an earlier one, is taken again (5.2).
 */
export async function takeCode(context: Context, tx: Writes, userId: string, code: string): Promise<boolean> {
  const row = await findTotpSecret(tx, userId);
  const token = code.replace(/\s/g, '');
  // The comparison behind `validate` throws where a sign has several bytes.
  if (!row || !/^\d+$/.test(token)) return false;
  const secret = Secret.fromBase32(openSecret(context, userId, row.secret));
  const timestamp = context.clock.now();
  const delta = new TOTP({ ...settings, secret }).validate({ token, timestamp, window: drift });
  if (delta === null) return false;
  return takeStep(tx, userId, Math.floor(timestamp / periodMs) + delta);
}
