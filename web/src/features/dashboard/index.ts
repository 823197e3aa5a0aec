/** What screens and other features may use of the dashboard. */

export { Dashboard } from './Dashboard.tsx';
