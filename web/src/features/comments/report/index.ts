/** What other features may use of reports. Apart from the comments that a first look at the feed needs. */

export { ReportCounts, reasonLabel } from './Report.tsx';
