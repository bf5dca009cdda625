import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { saneClock } from '#core/redirect/sane-clock';
import type { Clock } from '#core/shared/time';

/** No visit was ever received before this time: an earlier clock is wrong. */
const builtAtMs = Date.UTC(2026, 10, 1);

/** Returns plausible times, also when the machine's clock is wrong. */
export const systemClock: Clock = saneClock({
  wall: { now: () => Date.now() },
  monotonic: { now: () => performance.now() },
  builtAtMs,
});

/** A UUID of version 7, whose time is `atMs`. */
export function newId(atMs: number): string {
  return Bun.randomUUIDv7('hex', atMs);
}

/** The SHA-256 of a text in UTF-8: 64 lower-case hexadecimal digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const packageFile = join(import.meta.dir, '../../package.json');

/** The version of this Waypost. */
export const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(packageFile, 'utf8')));

/** The API's document, which `bun run openapi` writes. */
export const openapi = readFileSync(join(import.meta.dir, '../../docs/api/openapi.json'), 'utf8');
