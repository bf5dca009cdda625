import { randomBytes, hkdfSync } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isErrno } from '#core/shared/errno';

/**
 * The installation's secret: the configured one, or the one in `dataDir`, created at the first
 * start (256 bits, hexadecimal, mode 0600). Concurrent starts get the same one.
 */
export async function appSecret(dataDir: string, configured: string | null): Promise<string> {
  if (configured !== null) return configured;

  const path = join(dataDir, 'app-secret');
  return (await readIfThere(path)) ?? makeSecret(path);
}

/** A start with an existing secret writes nothing, so that it works on a full disk. */
async function readIfThere(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}

async function makeSecret(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600, flush: true });
    // A hard link appears completely or not at all, and never replaces an existing file.
    await link(draft, path).catch((error: unknown) => {
      if (!isErrno(error, 'EEXIST')) throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(path, 'utf8')).trim();
}

/**
 * A 256-bit key for one purpose, by HKDF-SHA256 (RFC 5869). A key of one purpose cannot verify
 * anything of another, and the secret itself signs nothing.
 */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `waypost/${purpose}`, 32));
}
