/** Who holds files: a post (published or draft), a person, or the site. */
export interface Owner {
  readonly type: 'post' | 'user' | 'site';
  readonly id: string;
}
