import { withAllTexts } from '../i18n/language.ts';
import FeedScreen from '../screens/FeedScreen.tsx';
import { type LateComponent, lateComponent, useLateComponent } from '../ui/late-component.ts';
import type { DeniedDetail } from './InsteadOfPage.tsx';

/** Who a route is for; the guard sends everybody else away (product.md §2). */
type RouteAccess = 'all' | 'signedOut' | 'signedIn' | 'admin';

interface RouteDetails {
  /** Where a guest is sent; /home where absent. */
  readonly guestsTo?: '/login';
  /** Of `access: 'all'`: guests see it also where not everybody reads, because it shows nothing of what was published. */
  readonly openToGuests?: true;
  /** What the access-denied view adds. */
  readonly deniedDetail?: DeniedDetail;
}

/** A screen whose code comes when it is asked for. */
type LoadedScreen = LateComponent<object>;

const loadedScreen = lateComponent<object>;

export interface AppRoute extends RouteDetails {
  readonly path: string;
  readonly access: RouteAccess;
  readonly screen: LoadedScreen;
}

function route(
  path: string,
  access: RouteAccess,
  ask: Parameters<typeof loadedScreen>[0],
  details: RouteDetails = {},
): AppRoute {
  return { path, access, screen: loadedScreen(() => withAllTexts(ask())), ...details };
}

/** Screens that people come to first, which do with the texts of the first page. */
const post = loadedScreen(() => import('../screens/PostDetailScreen.tsx'));
const login = loadedScreen(() => import('../screens/LoginScreen.tsx'));

export const routes: readonly AppRoute[] = [
  // Part of the app itself: most visits begin here, and nothing is won by asking for it apart.
  { path: '/home', access: 'all', screen: loadedScreen(async () => ({ default: FeedScreen }), FeedScreen) },
  { path: '/post/:id', access: 'all', screen: post },
  // Without an id the page says that one is needed.
  { path: '/post', access: 'all', screen: post },
  { path: '/login', access: 'signedOut', screen: login },
  route('/register', 'signedOut', () => import('../screens/RegisterScreen.tsx')),
  route('/join', 'signedOut', () => import('../screens/JoinScreen.tsx')),
  route('/new-password', 'all', () => import('../screens/NewPasswordScreen.tsx'), { openToGuests: true }),
  route('/forgotten-password', 'all', () => import('../screens/ForgottenPasswordScreen.tsx'), {
    openToGuests: true,
  }),
  route('/confirm-email', 'all', () => import('../screens/ConfirmEmailScreen.tsx'), { openToGuests: true }),
  route('/unsubscribe', 'all', () => import('../screens/UnsubscribeScreen.tsx'), { openToGuests: true }),
  route('/setup-profile', 'signedIn', () => import('../screens/SetupProfileScreen.tsx')),
  route('/profile', 'signedIn', () => import('../screens/ProfileScreen.tsx')),
  route('/about', 'all', () => import('../screens/AboutScreen.tsx')),
  route('/about/edit', 'admin', () => import('../screens/EditAboutScreen.tsx')),
  route('/people/:id', 'signedIn', () => import('../screens/PersonScreen.tsx'), { guestsTo: '/login' }),
  route('/messages', 'signedIn', () => import('../screens/MessagesScreen.tsx'), { guestsTo: '/login' }),
  route('/new/richtext', 'admin', () => import('../screens/NewRichTextScreen.tsx')),
  route('/new/gallery', 'admin', () => import('../screens/NewGalleryScreen.tsx')),
  route('/new/video', 'admin', () => import('../screens/NewVideoScreen.tsx'), { guestsTo: '/login' }),
  route('/edit/:id', 'admin', () => import('../screens/EditScreen.tsx'), {
    deniedDetail: 'shell.accessDeniedEdit',
  }),
  route('/admin', 'admin', () => import('../screens/AdminScreen.tsx')),
  route('/admin/activity', 'admin', () => import('../screens/AdminActivityScreen.tsx')),
  route('/admin/audit', 'admin', () => import('../screens/AdminAuditScreen.tsx')),
  route('/admin/site', 'admin', () => import('../screens/AdminSiteScreen.tsx')),
  route('/admin/users', 'admin', () => import('../screens/AdminUsersScreen.tsx')),
  route('/welcome', 'admin', () => import('../screens/WelcomeScreen.tsx')),
  route('*', 'all', () => import('../screens/NotFoundScreen.tsx')),
];

/** In the place of every page that a guest may not read. */
export const closedSite = loadedScreen(() => withAllTexts(import('../screens/ClosedSiteScreen.tsx')));

/** Shows a screen, at once where its code has come. */
export function Screen({ screen }: { readonly screen: LoadedScreen }) {
  const Shown = useLateComponent(screen);
  return <Shown />;
}
