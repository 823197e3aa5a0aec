/** What the page in somebody's own data says. */
export const en = {
  title: 'The Duet data of {username}',
  made: 'As it was on {date}.',
  explained:
    'The same stands in the folder “data” for programs; the pictures and videos themselves are in the folder “media”.',
  profile: 'Profile',
  username: 'Username',
  displayName: 'Name',
  email: 'Email',
  memberSince: 'Here since',
  role: 'Role',
  language: 'Language',
  picture: 'Profile photo',
  pictures: 'Pictures and videos',
  settings: 'Preferences',
  sessions: 'Where you are signed in',
  passkeys: 'Passkeys',
  lastUsed: 'Last used',
  posts: 'Posts',
  draft: 'Draft',
  adminOnly: 'For admins only',
  comments: 'Comments',
  under: 'Under “{title}”',
  underAPost: 'Under a post',
  formerly: 'Formerly',
  likes: 'Likes',
  messages: 'Messages',
  you: 'You',
  blocked: 'Blocked people',
  none: 'Nothing yet.',
} as const;

export type ExportTexts = Readonly<Record<keyof typeof en, string>>;
