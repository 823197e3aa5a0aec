import { Page } from '../ui/Page.tsx';

export default function ProfileScreen() {
  return <Page title="Profile">{null}</Page>;
}
