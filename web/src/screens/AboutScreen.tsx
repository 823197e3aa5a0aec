import { AboutPage } from '../features/about/index.ts';

/** /about */
export default function AboutScreen() {
  return <AboutPage />;
}
