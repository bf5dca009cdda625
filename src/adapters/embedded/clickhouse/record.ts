import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const accessRecord = z.object({
  port: z.number().int().min(0).max(65_535),
  user: z.string().min(1),
  password: z.string().min(1),
});

/** The address and credentials of an embedded ClickHouse. */
export type AccessRecord = z.infer<typeof accessRecord>;

/** @throws when the text is not such a record */
export function parseAccessRecord(text: string): AccessRecord {
  return accessRecord.parse(JSON.parse(text));
}

/** `DATA_DIR/clickhouse.json`, readable only by its owner. */
export function accessRecordPath(dataDir: string): string {
  return join(dataDir, 'clickhouse.json');
}

/** The record of an earlier start, or a new one with a password of 192 random bits and no port. */
export async function readAccessRecord(dataDir: string): Promise<AccessRecord> {
  try {
    return parseAccessRecord(await readFile(accessRecordPath(dataDir), 'utf8'));
  } catch {
    // The record is absent or damaged. A new password is fine, because only the child that gets
    // this record uses it.
    return { port: 0, user: 'waypost', password: randomBytes(24).toString('base64url') };
  }
}

export async function writeAccessRecord(dataDir: string, record: AccessRecord): Promise<void> {
  const path = accessRecordPath(dataDir);
  await writeFile(`${path}.new`, JSON.stringify(record), { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}
