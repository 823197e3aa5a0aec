import { Page } from '../ui/Page.tsx';

export default function LoginScreen() {
  return <Page title="Login">{null}</Page>;
}
