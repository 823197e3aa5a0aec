// `npm run requirements`: the ids without a test, with their sentences.
import { explained, requirements, untested } from './requirements.ts';

const open = untested();
for (const { id, text } of open) console.log(`${id.padEnd(9)} ${text}`);
const all = requirements().length;
const reasons = Object.keys(explained()).length;
console.log(`${all - open.length - reasons} of ${all} tested, ${reasons} explained, ${open.length} open`);
