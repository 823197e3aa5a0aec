/** The secrets of the site where its servers share them: one row. */
export interface SiteSecretsRow {
  id: 1;
  /** Encrypted with DUET_SECRET_KEY (platform/secrets/wrap.ts). */
  wrapped: string;
  created_at: number;
}

export interface SecretsTables {
  site_secrets: SiteSecretsRow;
}
