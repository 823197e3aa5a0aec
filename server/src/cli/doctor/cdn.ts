import { randomBytes } from 'node:crypto';
import type { Config } from '../../platform/config/config.ts';
import { newKey } from '../../platform/storage/keys.ts';
import { openStorage } from '../../platform/storage/open.ts';
import { Bucket } from '../../platform/storage/s3/bucket.ts';
import { type Finding, fault, note, ok } from './finding.ts';

const subject = 'cdn';
const timeoutMs = 10_000;

/**
 * Whether what is stored in the bucket can be had at DUET_S3_PUBLIC_URL, as browsers would, and the names of all objects cannot.
 * It tries it with a file of its own; nothing where there is no CDN.
 */
export async function checkCdn(
  config: Pick<Config, 'cdnUrl' | 's3' | 'dataDir' | 'publicUrl'>,
): Promise<Finding[]> {
  const { cdnUrl, s3, dataDir, publicUrl } = config;
  if (cdnUrl === null || s3 === null) return [];
  if (publicUrl?.startsWith('https:') && !cdnUrl.startsWith('https:')) {
    const says = 'Browsers do not show pictures of http in pages of https.';
    return [fault(subject, says, 'Let DUET_S3_PUBLIC_URL begin with https.')];
  }
  try {
    using bucket = await Bucket.connect(s3);
    await using storage = openStorage(dataDir, bucket);
    const key = newKey('photos', 'jpg');
    const bytes = randomBytes(4096);
    try {
      await storage.write(key, bytes);
      return [await fileFinding(cdnUrl, key, bytes), ...(await listingFindings(cdnUrl))];
    } finally {
      await storage.remove(key);
    }
  } catch (error) {
    return [fault(subject, `${cdnUrl} cannot be tried: ${(error as Error).message}.`, mend)];
  }
}

const mend =
  'Let the CDN read the objects below photos/, videos/ and profile/ of the bucket at this address, or leave DUET_S3_PUBLIC_URL out.';

async function fileFinding(cdnUrl: string, key: string, bytes: Buffer): Promise<Finding> {
  const answer = await fetch(`${cdnUrl}/${key}`, { signal: AbortSignal.timeout(timeoutMs) });
  const body = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) return fault(subject, `${cdnUrl} answers ${answer.status} for a stored file.`, mend);
  if (!body.equals(bytes)) return fault(subject, `${cdnUrl} answers other bytes than were stored.`, mend);
  const type = answer.headers.get('content-type');
  if (type !== 'image/jpeg') {
    return fault(subject, `${cdnUrl} calls a JPEG picture ${type}.`, 'Let the CDN pass Content-Type on.');
  }
  return ok(subject, `${cdnUrl} has what is stored in the bucket.`);
}

/** Keys are as good as passwords for drafts, which lie in the same bucket. */
async function listingFindings(cdnUrl: string): Promise<Finding[]> {
  const answers = await Promise.all(
    ['/', '/?list-type=2'].map(async (path) => {
      const answer = await fetch(cdnUrl + path, { signal: AbortSignal.timeout(timeoutMs) });
      return answer.ok && /<ListBucketResult|<Contents>/.test(await answer.text());
    }),
  ).catch(() => null);
  if (answers === null) return [note(subject, `Whether ${cdnUrl} lists the bucket could not be seen.`)];
  if (!answers.includes(true)) return [];
  const says = `${cdnUrl} lists the names of all objects to everybody, also those of drafts.`;
  return [fault(subject, says, 'Take the right to list the bucket from the CDN and from everybody.')];
}
