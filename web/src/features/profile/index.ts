/** What screens may use of a person's page. */

export { ProfilePage } from './ProfilePage.tsx';
