declare module 'virtual:contract-routes' {
  import type { EndpointName } from '@duet/contract/endpoints';

  /** Method and path of each call; vite/contract-routes.ts makes it from the contract's table. */
  const routes: Readonly<Record<EndpointName, readonly [method: string, path: string]>>;
  export default routes;
}
