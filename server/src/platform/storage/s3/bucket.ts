import { Agent as TlsAgent } from 'node:https';
import type * as Sdk from '@aws-sdk/client-s3';
import type { S3Settings } from '../../config/config.ts';
import type { Log } from '../../log.ts';
import { nodeHttp } from '../../node-http.ts';
import type { ByteRange, StoredObject } from '../storage.ts';
import { isBeyondEnd, isMissing, startFaultOf } from './faults.ts';
import { Requests, type TimeLimits, timeLimits } from './requests.ts';

/** One piece of an object, and how large the whole is. */
interface Piece {
  readonly bytes: Buffer;
  /** Bytes. */
  readonly total: number;
}

interface Listed {
  /** In the order of their keys. */
  readonly objects: readonly StoredObject[];
  /** What keys have in common up to the delimiter. */
  readonly prefixes: readonly string[];
  /** Whether there are more behind these. */
  readonly more: boolean;
}

/** The headers of an object for whoever reads it without us (a CDN). */
export interface Described {
  readonly ContentType: string;
  readonly CacheControl: string;
}

interface Listing {
  readonly prefix: string;
  readonly after?: string;
  readonly limit?: number;
  readonly delimiter?: '/';
}

/** A multipart upload that has begun. */
interface Multipart {
  readonly key: string;
  readonly id: string;
}

/** Largest page that S3 answers. */
const pageSize = 1000;
const connectMs = 2000;

/** `silenceMs`: after how long without a sign of the store a request has failed. */
function clientOf(sdk: typeof Sdk, settings: S3Settings, silenceMs: number): Sdk.S3Client {
  const agent = { keepAlive: true, maxSockets: 128 };
  return new sdk.S3Client({
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint }),
    region: settings.region,
    forcePathStyle: settings.pathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // `Requests` tries again: it knows of the breaker.
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: silenceMs,
      httpAgent: new nodeHttp.Agent(agent),
      httpsAgent: new TlsAgent(agent),
    },
  });
}

/**
 * A bucket of an object store, by its plain operations. Bodies are buffers, so that each request can be sent again; what is
 * larger goes in parts. Throws STORAGE_FULL and STORAGE_UNAVAILABLE. Objects carry no checksum of the SDK's own (a trailer
 * that other stores than Amazon's do not read): who reads compares with the row.
 */
export class Bucket implements Disposable {
  readonly name: string;
  readonly #sdk: typeof Sdk;
  readonly #client: Sdk.S3Client;
  /** For what the store may work on for a while without a word. */
  readonly #patient: Sdk.S3Client;
  readonly #requests = new Requests();
  readonly #limits: TimeLimits;

  private constructor(sdk: typeof Sdk, settings: S3Settings, limits: TimeLimits) {
    this.#limits = limits;
    this.name = settings.bucket;
    this.#sdk = sdk;
    this.#client = clientOf(sdk, settings, limits.idle);
    this.#patient = clientOf(sdk, settings, limits.body);
  }

  /** The SDK is loaded here and not before: 80 ms and 34 MiB that a site on a disk does without. */
  static async connect(settings: S3Settings, limits: TimeLimits = timeLimits): Promise<Bucket> {
    return new Bucket(await import('@aws-sdk/client-s3'), settings, limits);
  }

  /** Throws a sentence where the store refuses the settings; one that does not answer is only logged. */
  async requireUsable(log: Log): Promise<void> {
    try {
      const command = new this.#sdk.ListObjectsV2Command({ Bucket: this.name, MaxKeys: 1 });
      await this.#client.send(command, { abortSignal: AbortSignal.timeout(this.#limits.small) });
    } catch (error) {
      const fault = startFaultOf(error, this.name);
      if (fault !== null) throw new Error(fault, { cause: error });
      log.warn({ err: error }, 'the object store does not answer; media are not available until it does');
    }
  }

  async put(key: string, body: Uint8Array, described?: Described): Promise<void> {
    const input = { Bucket: this.name, Key: key, Body: body, ContentLength: body.byteLength, ...described };
    await this.#requests.send(this.#limits.body, (abortSignal) =>
      this.#client.send(new this.#sdk.PutObjectCommand(input), { abortSignal }),
    );
  }

  /** The bytes of a range as far as there are any; null where there is no such object. */
  async read(key: string, { start, end }: ByteRange): Promise<Piece | null> {
    const input = { Bucket: this.name, Key: key, Range: `bytes=${start}-${end}` };
    const get = async (abortSignal: AbortSignal) => {
      const answer = await this.#client.send(new this.#sdk.GetObjectCommand(input), { abortSignal });
      const bytes = Buffer.from((await answer.Body?.transformToByteArray()) ?? []);
      const total = Number(answer.ContentRange?.split('/')[1] ?? answer.ContentLength);
      // What a connection that broke has left out would be taken for the end.
      if (bytes.length !== Math.min(end + 1, total) - start) throw new Error('an answer was cut short');
      return { bytes, total };
    };
    try {
      return await this.#requests.send(
        this.#limits.body,
        get,
        (error) => isMissing(error) || isBeyondEnd(error),
      );
    } catch (error) {
      if (isMissing(error)) return null;
      if (isBeyondEnd(error)) return { bytes: Buffer.alloc(0), total: (await this.stat(key))?.size ?? 0 };
      throw error;
    }
  }

  async stat(key: string): Promise<StoredObject | null> {
    const input = { Bucket: this.name, Key: key };
    try {
      const answer = await this.#requests.send(
        this.#limits.small,
        (abortSignal) => this.#client.send(new this.#sdk.HeadObjectCommand(input), { abortSignal }),
        isMissing,
      );
      return { key, size: answer.ContentLength ?? 0, modifiedAt: answer.LastModified?.getTime() ?? 0 };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** Removing what is not there is no error. One by one: not every store knows how to delete many. */
  async remove(key: string): Promise<void> {
    const input = { Bucket: this.name, Key: key };
    await this.#requests
      .send(
        this.#limits.small,
        (abortSignal) => this.#client.send(new this.#sdk.DeleteObjectCommand(input), { abortSignal }),
        isMissing,
      )
      .catch((error) => {
        if (!isMissing(error)) throw error;
      });
  }

  async list({ prefix, after, limit = pageSize, delimiter }: Listing): Promise<Listed> {
    const input = {
      Bucket: this.name,
      Prefix: prefix,
      MaxKeys: Math.min(limit, pageSize),
      ...(after ? { StartAfter: after } : {}),
      ...(delimiter ? { Delimiter: delimiter } : {}),
    };
    const answer = await this.#requests.send(this.#limits.small, (abortSignal) =>
      this.#client.send(new this.#sdk.ListObjectsV2Command(input), { abortSignal }),
    );
    return {
      objects: (answer.Contents ?? []).map(({ Key = '', Size = 0, LastModified }) => ({
        key: Key,
        size: Size,
        modifiedAt: LastModified?.getTime() ?? 0,
      })),
      prefixes: (answer.CommonPrefixes ?? []).flatMap(({ Prefix }) => Prefix ?? []),
      more: answer.IsTruncated ?? false,
    };
  }

  async beginMultipart(key: string, described?: Described): Promise<Multipart> {
    const input = { Bucket: this.name, Key: key, ...described };
    const { UploadId = '' } = await this.#requests.send(this.#limits.small, (abortSignal) =>
      this.#client.send(new this.#sdk.CreateMultipartUploadCommand(input), { abortSignal }),
    );
    return { key, id: UploadId };
  }

  /** Sends the part `number` (from 1) of at least 5 MiB, except the last; answers its entity tag. */
  async putPart({ key, id }: Multipart, number: number, body: Uint8Array): Promise<string> {
    const input = { Bucket: this.name, Key: key, UploadId: id, PartNumber: number };
    const { ETag = '' } = await this.#requests.send(this.#limits.body, (abortSignal) =>
      this.#client.send(
        new this.#sdk.UploadPartCommand({ ...input, Body: body, ContentLength: body.byteLength }),
        { abortSignal },
      ),
    );
    return ETag;
  }

  /**
   * Makes the parts one object of `size` bytes, which takes a store the longer the more they are. Where the answer was lost, the
   * upload is gone and the object is there.
   */
  async completeMultipart({ key, id }: Multipart, tags: readonly string[], size: number): Promise<void> {
    const Parts = tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
    const input = { Bucket: this.name, Key: key, UploadId: id, MultipartUpload: { Parts } };
    try {
      await this.#requests.send(
        this.#limits.body,
        (abortSignal) =>
          this.#patient.send(new this.#sdk.CompleteMultipartUploadCommand(input), { abortSignal }),
        isMissing,
      );
    } catch (error) {
      if ((await this.stat(key))?.size !== size) throw error;
    }
  }

  async abortMultipart({ key, id }: Multipart): Promise<void> {
    const input = { Bucket: this.name, Key: key, UploadId: id };
    await this.#requests
      .send(
        this.#limits.small,
        (abortSignal) => this.#client.send(new this.#sdk.AbortMultipartUploadCommand(input), { abortSignal }),
        isMissing,
      )
      .catch((error) => {
        if (!isMissing(error)) throw error;
      });
  }

  /** Multipart uploads that began before a moment (milliseconds since 1970) and did not end; a page of them. */
  async findUnfinished(before: number): Promise<Multipart[]> {
    const { Uploads = [] } = await this.#requests.send(this.#limits.small, (abortSignal) =>
      this.#client.send(new this.#sdk.ListMultipartUploadsCommand({ Bucket: this.name }), { abortSignal }),
    );
    return Uploads.filter(({ Initiated }) => (Initiated?.getTime() ?? before) < before).flatMap(
      ({ Key: key, UploadId: id }) => (key && id ? { key, id } : []),
    );
  }

  [Symbol.dispose](): void {
    this.#client.destroy();
    this.#patient.destroy();
  }
}
