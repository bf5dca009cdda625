import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

type Applied = { readonly applied: readonly string[] };
/** The schemas as they are before an upgrade, with the names of the applied migrations. */
export type AppliedSchemas = { readonly postgres: Applied; readonly clickHouse: Applied };

/** The number of schema files that are kept. */
const keptSchemas = 20;
const schemaFile = /^schema-\d{8}T\d{6}Z\.json$/;
const markerShape = z.object({
  backup: z.string(),
  postgres: z.array(z.string()),
  clickHouse: z.array(z.string()),
});

/** The folder of backups and schemas from before upgrades. */
export function beforeUpgradeFolder(dataDir: string): string {
  return join(dataDir, 'before-upgrade');
}

/** The ids of the backups there, oldest first. Listing them needs no key. */
export function backupsBeforeUpgrades(dataDir: string): string[] {
  const manifests = join(beforeUpgradeFolder(dataDir), 'manifests');
  if (!existsSync(manifests)) return [];
  return readdirSync(manifests)
    .flatMap((name) => /^[^.]+/.exec(name)?.[0] ?? [])
    .toSorted();
}

/** Writes the state of the schemas into a new file, and returns its name. */
export function writeSchema(
  dataDir: string,
  { schema, nowMs }: { readonly schema: AppliedSchemas; readonly nowMs: number },
): string {
  const folder = beforeUpgradeFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const compact = new Date(nowMs).toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
  const name = `schema-${compact}.json`;
  writeFileSync(join(folder, name), JSON.stringify(schema, null, 2), { mode: 0o600, flush: true });
  const schemas = readdirSync(folder).filter((each) => schemaFile.test(each));
  for (const old of schemas.toSorted().slice(0, -keptSchemas)) rmSync(join(folder, old));
  return name;
}

/** Marks that the migrations after this backup have not all been applied. */
export function beginUpgrade(
  dataDir: string,
  { backup, schema }: { readonly backup: string; readonly schema: AppliedSchemas },
): void {
  const { postgres, clickHouse } = schema;
  const marker = { backup, postgres: postgres.applied, clickHouse: clickHouse.applied };
  const text = JSON.stringify(marker);
  writeFileSync(markerOf(dataDir), text, { mode: 0o600, flush: true });
}

/** Removes the mark of `beginUpgrade`, after all migrations were applied. */
export function endUpgrade(dataDir: string): void {
  rmSync(markerOf(dataDir), { force: true });
}

/**
 * The id of the backup with which an interrupted upgrade began, if the schemas have moved on since:
 * no older version can have changed the data afterwards, and the backup must stay. Otherwise null.
 */
export function unfinishedUpgrade(dataDir: string, schema: AppliedSchemas): string | null {
  if (!existsSync(markerOf(dataDir))) return null;
  const marker = markerShape.safeParse(JSON.parse(readFileSync(markerOf(dataDir), 'utf8')));
  if (!marker.success) return null;
  const { backup, postgres, clickHouse } = marker.data;
  const hasMoved =
    schema.postgres.applied.length > postgres.length ||
    schema.clickHouse.applied.length > clickHouse.length;
  return hasMoved ? backup : null;
}

function markerOf(dataDir: string): string {
  return join(beforeUpgradeFolder(dataDir), 'unfinished');
}
