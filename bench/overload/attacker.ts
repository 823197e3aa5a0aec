// The process that attacks: which attack, the server's address and the data folder are its words. It says when it has begun,
// and what it sent and was answered when it is asked.
import { attacks } from './attacks.ts';
import { answers, sent } from './sending.ts';

const [name = '', url = '', dataFolder = ''] = process.argv.slice(2);
await attacks[name]?.begin({ url, dataFolder });
process.on('message', () => process.send?.({ sent: sent(), answers: [...answers] }));
process.send?.('begun');
