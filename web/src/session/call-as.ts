import type { Answer } from '@duet/contract/endpoint';
import type { EndpointName, Endpoints } from '@duet/contract/endpoints';
import { bearer } from '../api/bearer.ts';
import { type CallOptions, call } from '../api/client.ts';
import { CallFailure } from '../api/failure.ts';
import { t } from '../i18n/language.ts';
import { tokenOf } from './session.ts';

/**
 * Makes a call as this person and as nobody else, for what goes by itself: another tab may have signed somebody else in
 * a moment ago.
 * @throws CallFailure, 401 also where the device is no longer theirs
 */
export async function callAs<N extends EndpointName>(
  userId: string,
  name: N,
  options: CallOptions<N>,
): Promise<Answer<Endpoints[N]>> {
  const token = tokenOf(userId);
  if (!token) throw new CallFailure(t('network.unexpected'), { status: 401 });
  try {
    return await call(name, { ...options, token });
  } catch (error) {
    if (error instanceof CallFailure && error.status === 401) bearer.forget(token, error.answer);
    throw error;
  }
}
