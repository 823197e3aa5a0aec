import type { CDPSession, Page } from '@playwright/test';

/** An authenticator inside of a browser, as a phone or a laptop has one: it keeps passkeys, and verifies its person. */
export class VirtualAuthenticator {
  readonly cdp: CDPSession;
  readonly id: string;

  private constructor(cdp: CDPSession, id: string) {
    this.cdp = cdp;
    this.id = id;
  }

  static async addTo(page: Page): Promise<VirtualAuthenticator> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualAuthenticator(cdp, authenticatorId);
  }

  /** How many passkeys it keeps. */
  async count(): Promise<number> {
    const { credentials } = await this.cdp.send('WebAuthn.getCredentials', { authenticatorId: this.id });
    return credentials.length;
  }

  /** Copies its passkeys into another one, as they are now. */
  async copyTo({ id, cdp }: { readonly id: string; readonly cdp: CDPSession }): Promise<void> {
    const { credentials } = await this.cdp.send('WebAuthn.getCredentials', { authenticatorId: this.id });
    for (const credential of credentials) {
      await cdp.send('WebAuthn.addCredential', { authenticatorId: id, credential });
    }
  }

  /** Whether its person touches it when it asks. */
  async answer(enabled: boolean): Promise<void> {
    await this.cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: this.id, enabled });
  }
}
