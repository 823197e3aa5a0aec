// The process that sends wrong passwords: the server's address and how many a second are its words. It says when it has begun, and
// when it is told to stop how many answers of each status there were.
import { Agent, request } from 'node:http';

const [url = '', perSecond = ''] = process.argv.slice(2);
const addresses = 250;
const agent = new Agent({ keepAlive: true, maxSockets: 400 });
const statuses = new Map<number, number>();
const since = performance.now();
let sent = 0;

const sending = setInterval(() => {
  const due = ((performance.now() - since) / 1000) * Number(perSecond);
  for (; sent < due; sent += 1) send(sent);
}, 5);
process.send?.('begun');
process.on('message', () => {
  clearInterval(sending);
  process.send?.([...statuses], () => process.exit());
});

function send(n: number): void {
  const text = JSON.stringify({ username: `nobody_${n}`, password: 'Wrong!456' });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  const localAddress = `127.0.20.${(n % addresses) + 1}`;
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const options = { agent, method: 'POST', headers, localAddress };
  const asked = request(new URL('/api/auth/login', url), options, (response) => {
    response.resume();
    response.on('end', () => count(response.statusCode ?? 0));
  });
  asked.on('error', () => count(0));
  asked.end(text);
}
