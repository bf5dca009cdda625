import { AwsClient } from 'aws4fetch';
import type { FoundObject, ObjectKey, ObjectStore } from '#core/accounts/pictures/ports';
import { faultFields, type Log } from '#core/shared/log';
import { invalid, Refusal } from '#core/shared/refusal';
import { secondMs } from '#core/shared/time';

/** A bucket and its credentials. */
export type S3Settings = {
  /** An origin; the bucket is the first segment of the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

export type S3Options = {
  readonly log: Log;
  /** Time limit of one call to the bucket, including its body. */
  readonly limitMs?: number;
};

const limitMs = 5 * secondMs;
const retryAfterSeconds = 5;

/**
 * Objects in a bucket with the S3 protocol, signed with version 4. An upload address is signed for
 * the key, the type and the length: S3 refuses uploads that differ. Without the length S3 would accept
 * any.
 */
export function s3Objects(settings: S3Settings, options: S3Options): ObjectStore {
  const { endpoint, bucket } = settings;
  const client = new AwsClient({ ...settings, service: 's3', retries: 0 });
  const base = `${endpoint}/${bucket}/`;
  const call = callsTo(client, base, options);

  return {
    async offer({ key, bytes, givenAt, expiresAt }) {
      if (bytes === null) throw sizeMissing();
      const url = new URL(`${base}${key}.jpg`);
      const seconds = Math.ceil((expiresAt.getTime() - givenAt.getTime()) / secondMs);
      url.searchParams.set('X-Amz-Expires', String(seconds));
      const signed = await client.sign(url, {
        method: 'PUT',
        headers: { 'content-type': 'image/jpeg', 'content-length': String(bytes) },
        aws: { signQuery: true, allHeaders: true, datetime: compactIso(givenAt) },
      });
      return signed.url;
    },

    keyOf(text) {
      const url = URL.parse(text);
      if (url === null || !`${url.origin}${url.pathname}`.startsWith(base)) return null;
      const [, id] =
        /^uploads\/([0-9a-f]{32})\.jpg$/.exec(url.href.slice(base.length).split('?', 1)[0] ?? '') ??
        [];
      return id === undefined ? null : `uploads/${id}`;
    },

    read: (key, maxBytes) => call('GET', key, (answer) => objectOf(answer, maxBytes)),

    write: (key, jpeg) => call('PUT', key, (answer) => done(answer, answer.ok), jpeg),

    remove: (key) =>
      call('DELETE', key, (answer) => done(answer, answer.ok || answer.status === 404)),
  };
}

/** Calls the bucket within the limit. Every failure is logged, and refused as `unavailable`. */
function callsTo(client: AwsClient, base: string, { log, ...options }: S3Options) {
  return async function call<T>(
    ...[method, key, take, body]: [
      method: 'GET' | 'PUT' | 'DELETE',
      key: ObjectKey,
      take: (answer: Response) => Promise<T>,
      body?: Uint8Array,
    ]
  ): Promise<T> {
    const signal = AbortSignal.timeout(options.limitMs ?? limitMs);
    try {
      const request = await client.sign(`${base}${key}.jpg`, {
        method,
        ...(body && { body: new Uint8Array(body), headers: { 'content-type': 'image/jpeg' } }),
      });
      return await take(await fetch(request, { signal, redirect: 'error' }));
    } catch (error) {
      log.warn('the object store failed', { method, ...faultFields(error) });
      throw new Refusal('unavailable', 'Pictures are unavailable right now. Please try again.', {
        retryAfterSeconds,
      });
    }
  };
}

async function objectOf(answer: Response, maxBytes: number): Promise<FoundObject> {
  if (answer.status === 404) {
    await answer.body?.cancel();
    return { kind: 'missing' };
  }
  if (!answer.ok || answer.body === null) throw unexpected(answer);

  const chunks: Uint8Array[] = [];
  let bytes = Number(answer.headers.get('content-length') ?? 0);
  if (bytes <= maxBytes) {
    bytes = 0;
    for await (const chunk of answer.body) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) break;
      chunks.push(chunk);
    }
  }
  if (bytes > maxBytes) {
    await answer.body.cancel();
    return { kind: 'too_large' };
  }
  return { kind: 'found', bytes: new Uint8Array(Buffer.concat(chunks)) };
}

async function done(answer: Response, isDone: boolean): Promise<void> {
  await answer.body?.cancel();
  if (!isDone) throw unexpected(answer);
}

function sizeMissing(): Refusal {
  return invalid({ path: 'contentLength', message: 'Send the size of the picture' });
}

function unexpected({ status }: Response): Error {
  return new Error(`the object store answered ${status}`);
}

/** `20260131T235959Z`, the protocol's time format. */
function compactIso(at: Date): string {
  return at.toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
}
