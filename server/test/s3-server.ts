import { randomBytes } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { startFauxqs } from 'fauxqs';
import type { S3Settings } from '../src/platform/config/config.ts';

/** An object store of this process with one empty bucket. It holds S3's rules, such as the smallest part; not signatures. */
export interface S3Server extends AsyncDisposable {
  readonly settings: S3Settings;
  readonly port: number;
  /** A client of its own, for looking at what lies there. */
  readonly client: S3Client;
}

export async function startS3Server(): Promise<S3Server> {
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false });
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${server.port}`,
    region: 'us-east-1',
    bucket: `duet-${randomBytes(6).toString('hex')}`,
    accessKeyId: 'DUETACCESSKEY',
    secretAccessKey: 'secret/of+the/access+key',
    pathStyle: true,
  };
  const client = clientOf(settings);
  await client.send(new CreateBucketCommand({ Bucket: settings.bucket }));
  return {
    settings,
    port: server.port,
    client,
    [Symbol.asyncDispose]: async () => {
      client.destroy();
      await server.stop();
    },
  };
}

function clientOf({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings): S3Client {
  return new S3Client({
    endpoint: endpoint ?? '',
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
}
