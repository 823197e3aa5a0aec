import { Page } from '../ui/Page.tsx';

export default function SetupProfileScreen() {
  return <Page title="SetupProfile">{null}</Page>;
}
