// Loaded by `--import` into the servers and commands of tests before anything else. A hash of a password takes 46 MiB and
// 70 ms of a core by design, and the tests make thousands of people: here argon2 has a 512th of the memory that is asked for.
// Different settings still make different hashes. `passwords.test.ts` holds what is stored against the whole memory.
import crypto from 'node:crypto';
import { registerHooks, syncBuiltinESMExports } from 'node:module';

const { argon2, argon2Sync } = crypto;
const share = 512;
const quick = <Parameters extends { memory: number }>(parameters: Parameters): Parameters => ({
  ...parameters,
  memory: Math.ceil(parameters.memory / share),
});

crypto.argon2 = (algorithm, parameters, answer) => argon2(algorithm, quick(parameters), answer);
crypto.argon2Sync = (algorithm, parameters) => argon2Sync(algorithm, quick(parameters));
syncBuiltinESMExports();

// The passphrase of a backup goes through scrypt, which age asks for 256 MiB and 600 ms. How much it is, age writes before what it
// encrypts, and asks for as much when it decrypts. `sealing.test.ts` holds that against the whole.
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith('/age-encryption/dist/index.js')) return loaded;
    const source = String(loaded.source).replace('scryptWorkFactor = 18;', 'scryptWorkFactor = 9;');
    if (source === String(loaded.source)) throw new Error('age-encryption has its work factor elsewhere');
    return { ...loaded, source };
  },
});
