/** What a paste or a drop brings, read while its event lasts. */
export interface Transfer {
  readonly html: string;
  readonly rtf: string;
  /** Its files that nothing has been made of yet. */
  readonly files: readonly File[];
  /** Whether the HTML was taken in. */
  readonly read: boolean;
}

export const transferOf = (data: DataTransfer | null): Transfer => ({
  html: data?.getData('text/html') ?? '',
  rtf: data?.getData('text/rtf') ?? '',
  files: [...(data?.files ?? [])],
  read: false,
});
