import { S3Client } from 'bun';
import type { Bytes } from '#core/backup/backup-store';
import { NoSuchFile, type BackupStorage } from './storage.ts';

/** A bucket, its credentials, and the beginning of all names in it. */
export type BucketSettings = {
  /** An origin; the bucket is the first segment of the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Empty, or ending with `/`. */
  readonly prefix: string;
};

const partBytes = 8 * 1024 * 1024;

/**
 * Files in a bucket with the S3 protocol. A larger file is uploaded in parts, and few parts are in
 * memory at a time.
 */
export function bucketStorage({ prefix, ...settings }: BucketSettings): BackupStorage {
  const client = new S3Client(settings);

  return {
    async write(name, content) {
      const file = client.file(`${prefix}${name}`);
      const writer = file.writer({ partSize: partBytes, queueSize: 2, retry: 3 });
      let waiting = 0;
      for await (const piece of content) {
        void writer.write(piece);
        waiting += piece.length;
        if (waiting < partBytes) continue;
        await writer.flush();
        waiting = 0;
      }
      await writer.end();
    },

    async *read(name) {
      try {
        yield* piecesOf(client.file(`${prefix}${name}`).stream());
      } catch (error) {
        if (isMissing(error)) throw new NoSuchFile(`there is no file ${name}`);
        throw error;
      }
    },

    async list(folder) {
      const names: string[] = [];
      for (let after: string | undefined; ;) {
        const page = await client.list({
          prefix: `${prefix}${folder}`,
          maxKeys: 1000,
          ...(after !== undefined && { startAfter: after }),
        });
        const keys = (page.contents ?? []).map(({ key }) => key);
        names.push(...keys.map((key) => key.slice(prefix.length)));
        after = keys.at(-1);
        if (!page.isTruncated || after === undefined) return names.toSorted();
      }
    },

    async remove(name) {
      await client.delete(`${prefix}${name}`).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'NoSuchKey';
}

async function* piecesOf(stream: AsyncIterable<Uint8Array>): Bytes & AsyncGenerator<Uint8Array> {
  for await (const piece of stream) yield piece;
}
