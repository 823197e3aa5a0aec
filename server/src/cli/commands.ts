import type { Commands } from './dispatch.ts';

/** `npm run duet -- …`: the commands of a site's keeper. */
export const commands: Commands = {
  doctor: {
    does: 'looks at everything that the site needs, and says how a fault is mended',
    load: () => import('./doctor.ts'),
  },
  backup: { does: 'makes a backup of the site, beside a running server', load: () => import('./backup.ts') },
  restore: { does: 'brings a backup back', load: () => import('./restore.ts') },
  move: { does: 'moves the site to another database and store', load: () => import('./move.ts') },
  'secrets rewrap': {
    does: 'encrypts the secrets in the database with another DUET_SECRET_KEY',
    load: () => import('./secrets-rewrap.ts'),
  },
  'user create': { does: 'makes an account, an admin too', load: () => import('./user-create.ts') },
  'user list': { does: 'lists the people of the site', load: () => import('./user-list.ts') },
  'user password': {
    does: 'gives somebody another password, or a one-time link to choose one',
    load: () => import('./user-password.ts'),
  },
  'user role': { does: 'makes somebody an admin, or one no more', load: () => import('./user-role.ts') },
  'user end-sessions': {
    does: 'signs somebody out on every device',
    load: () => import('./user-end-sessions.ts'),
  },
  'user second-step-off': {
    does: 'lets somebody sign in without their second step',
    load: () => import('./user-second-step-off.ts'),
  },
  'user passkeys-remove': {
    does: 'removes the passkeys of somebody who has lost them',
    load: () => import('./user-passkeys-remove.ts'),
  },
  'posts recount': {
    does: 'compares the totals by which the feed is paged with the posts that there are',
    load: () => import('./posts-recount.ts'),
  },
  'views recount': {
    does: 'compares the views that posts show with those written down',
    load: () => import('./views-recount.ts'),
  },
};
