import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { accepts, type Encoding, encodings } from '#adapters/http/compression/accept-encoding';

type File = {
  readonly type: string;
  readonly etag: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly encoded: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>;
};

/** The published files of the web app, by their path (`/assets/main-1a2b3c4d.js`). */
export type WebFiles = {
  /** The file at `path` in the variant for this request; null when there is none. */
  answer(path: string, request: Request): Response | null;
};

const yearSeconds = 31_536_000;
const daySeconds = 86_400;
const isHashed = /-[0-9a-z]{8,}\.\w+$/;

/**
 * Reads `folder`/assets into memory, a few megabytes, so that no path of a request ever reaches the
 * disk. Browsers cache files named by their content permanently, and the others for a day.
 */
export async function readWebFiles(folder: string): Promise<WebFiles> {
  const names = new Set(await readdir(join(folder, 'assets'), { recursive: true }));
  const plain = [...names].filter((name) => /\.\w+$/.test(name) && !/\.(br|gz)$/.test(name));
  const files = new Map<string, File>();
  for (const name of plain) {
    const path = join(folder, 'assets', name);
    files.set(`/assets/${name}`, await readFile(path, (suffix) => names.has(name + suffix)));
  }

  return {
    answer(path, request) {
      const file = files.get(path);
      return file ? fileAnswer(file, request, isHashed.test(path)) : null;
    },
  };
}

async function readFile(path: string, exists: (suffix: string) => boolean): Promise<File> {
  const bytes = await Bun.file(path).bytes();
  const { type } = Bun.file(path);
  const etag = `"${Bun.hash(bytes).toString(36)}"`;
  const encoded = {
    ...(exists('.br') && { br: await Bun.file(`${path}.br`).bytes() }),
    ...(exists('.gz') && { gzip: await Bun.file(`${path}.gz`).bytes() }),
  };
  return { type, etag, bytes, encoded };
}

function fileAnswer(file: File, request: Request, isForever: boolean): Response {
  const headers: Record<string, string> = {
    'content-type': file.type,
    'cache-control': isForever
      ? `public, max-age=${yearSeconds}, immutable`
      : `public, max-age=${daySeconds}`,
    etag: file.etag,
    vary: 'accept-encoding',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
  const known = request.headers.get('if-none-match');
  if (known?.includes(file.etag)) return new Response(null, { status: 304, headers });

  const wanted = request.headers.get('accept-encoding') ?? '';
  for (const encoding of encodings) {
    const bytes = file.encoded[encoding];
    if (bytes && accepts(wanted, encoding)) {
      return new Response(bytes, { headers: { ...headers, 'content-encoding': encoding } });
    }
  }
  return new Response(file.bytes, { headers });
}
