/** As what the site stands before an authenticator (Web Authentication Level 3, 4, Relying Party Identifier). */
export interface RelyingParty {
  /** The domain that passkeys are for. */
  readonly id: string;
  /** The origin whose pages may use them; the browser signs it. */
  readonly origin: string;
}

/** Of the site's address (`originOf`). */
export function relyingPartyAt(address: string): RelyingParty {
  const { hostname, origin } = new URL(address);
  return { id: hostname, origin };
}
