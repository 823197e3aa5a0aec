// The process that attacks: which attack, the server's address and the data folder are its words. It says when it has begun.
import { attacks } from './attacks.ts';

const [name = '', url = '', dataFolder = ''] = process.argv.slice(2);
await attacks[name]?.begin({ url, dataFolder });
process.send?.('begun');
