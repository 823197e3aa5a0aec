/** Who holds files: a post (published or draft) or a person. */
export interface Owner {
  readonly type: 'post' | 'user';
  readonly id: string;
}
