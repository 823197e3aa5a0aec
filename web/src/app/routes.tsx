import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { DeniedDetail } from './AccessDenied.tsx';

/** Who a route is for; the guard sends everybody else away (product.md §2). */
export type RouteAccess = 'all' | 'signedOut' | 'signedIn' | 'admin';

export interface AppRoute {
  readonly path: string;
  readonly access: RouteAccess;
  readonly Screen: LazyExoticComponent<ComponentType>;
  /** Where a guest is sent; /home where absent. */
  readonly guestsTo?: '/login';
  /** What the access-denied view adds. */
  readonly deniedDetail?: DeniedDetail;
}

const feed = () => import('../screens/FeedScreen.tsx');

/** Starts loading the feed beside everything else where the page is the feed. */
export function preloadFirstScreen(): void {
  if (location.pathname === '/' || location.pathname === '/home') void feed();
}

export const routes: readonly AppRoute[] = [
  { path: '/home', access: 'all', Screen: lazy(feed) },
  { path: '/post/:id', access: 'all', Screen: lazy(() => import('../screens/PostDetailScreen.tsx')) },
  { path: '/login', access: 'signedOut', Screen: lazy(() => import('../screens/LoginScreen.tsx')) },
  { path: '/register', access: 'signedOut', Screen: lazy(() => import('../screens/RegisterScreen.tsx')) },
  {
    path: '/setup-profile',
    access: 'signedIn',
    Screen: lazy(() => import('../screens/SetupProfileScreen.tsx')),
  },
  { path: '/profile', access: 'signedIn', Screen: lazy(() => import('../screens/ProfileScreen.tsx')) },
  {
    path: '/messages',
    access: 'signedIn',
    guestsTo: '/login',
    Screen: lazy(() => import('../screens/MessagesScreen.tsx')),
  },
  { path: '/new/richtext', access: 'admin', Screen: lazy(() => import('../screens/NewRichTextScreen.tsx')) },
  { path: '/new/gallery', access: 'admin', Screen: lazy(() => import('../screens/NewGalleryScreen.tsx')) },
  {
    path: '/new/video',
    access: 'admin',
    guestsTo: '/login',
    Screen: lazy(() => import('../screens/NewVideoScreen.tsx')),
  },
  {
    path: '/edit/:id',
    access: 'admin',
    deniedDetail: 'shell.accessDeniedEdit',
    Screen: lazy(() => import('../screens/EditScreen.tsx')),
  },
  { path: '/admin', access: 'admin', Screen: lazy(() => import('../screens/AdminScreen.tsx')) },
  {
    path: '/admin/activity',
    access: 'admin',
    Screen: lazy(() => import('../screens/AdminActivityScreen.tsx')),
  },
  { path: '/admin/users', access: 'admin', Screen: lazy(() => import('../screens/AdminUsersScreen.tsx')) },
  { path: '*', access: 'all', Screen: lazy(() => import('../screens/NotFoundScreen.tsx')) },
];
