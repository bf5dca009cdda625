import { randomBytes, hkdfSync } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The installation's secret: the configured one, or the one under `dataDir`, made on first need
 * (256 bits, hexadecimal, mode 0600). Two starters end up with the same one.
 */
export async function appSecret(dataDir: string, configured: string | null): Promise<string> {
  if (configured !== null) return configured;

  const path = join(dataDir, 'app-secret');
  await mkdir(dataDir, { recursive: true });
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  await writeFile(draft, randomBytes(32).toString('hex'), { mode: 0o600, flush: true });
  // A hard link appears whole or not at all, and never over one that is already there.
  await link(draft, path).catch((error: unknown) => {
    if (!isAlreadyThere(error)) throw error;
  });
  await rm(draft);
  return (await readFile(path, 'utf8')).trim();
}

/**
 * A 256-bit key for one purpose, by HKDF-SHA256 (RFC 5869): what signs one thing can never verify
 * another, and the secret itself signs nothing.
 */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `waypost/${purpose}`, 32));
}

function isAlreadyThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
