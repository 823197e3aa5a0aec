import { Page } from '../ui/Page.tsx';

export default function RegisterScreen() {
  return <Page title="Register">{null}</Page>;
}
