import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import { clickHouseFailure } from './failure.ts';

const ungzip = promisify(gunzip);
const undeflate = promisify(inflate);

/**
 * Reads the whole body of a request as bytes and decompresses it.
 * @throws ClickHouseFailure 223 above `maxBytes`, compressed or decompressed; 89 for an unknown
 * encoding
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const sent = await collect(request, maxBytes);
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return sent;
  if (encoding !== 'gzip' && encoding !== 'deflate') {
    throw clickHouseFailure(89, 'Only gzip and deflate bodies are taken here');
  }
  try {
    const unpack = encoding === 'gzip' ? ungzip : undeflate;
    return await unpack(sent, { maxOutputLength: maxBytes });
  } catch (thrown) {
    if (hasCode(thrown, 'ERR_BUFFER_TOO_LARGE')) throw tooLarge(maxBytes);
    throw clickHouseFailure(36, `The body is not ${encoding}`);
  }
}

async function collect(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const bytes = await request.bytes();
  if (bytes.length > maxBytes) throw tooLarge(maxBytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function tooLarge(maxBytes: number): Error {
  return clickHouseFailure(223, `The body is larger than ${maxBytes} bytes`);
}

function hasCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code;
}
