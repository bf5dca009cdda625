import { resolve } from 'node:path';
import { DamagedBackup, type BackupStore } from '#core/backup/backup-store';
import { countsOf, filesOf, type Manifest } from '#core/backup/manifest';
import type { Config } from '#config';
import { openStore } from '#roots/compose/backup/open-store';
import { restore } from '#roots/compose/backup/restore';
import { take } from '#roots/compose/backup/take';
import { verify } from '#roots/compose/backup/verify';
import { Usage } from './usage.ts';

/** A command of the operator. Returns its exit code. */
export type Command = (
  args: readonly string[],
  given: { readonly config: Config; readonly say: (line: string) => void },
) => Promise<number>;

const usage =
  'bun run backup TARGET, bun run backup verify SOURCE [ID], bun run backup list SOURCE';

/** `backup TARGET`, `backup verify SOURCE [ID]`, `backup list SOURCE`. */
export const backup: Command = async (args, given) => {
  const [first, second, third] = args;
  if (first === 'verify') return verifyCommand(second, { id: third, ...given });
  if (first === 'list') return list(second, given);
  if (first === undefined || second !== undefined) throw new Usage(usage);

  const { config, say } = given;
  const beganMs = performance.now();
  const taken = await take({
    config,
    dataDir: resolve(config.dataDir),
    ...(await openStore(first)),
    keep: null,
  });
  if (taken.kind === 'busy') {
    say('Another backup is running: nothing was done');
    return 75;
  }
  const { manifest, addedBytes } = taken;
  const seconds = ((performance.now() - beganMs) / 1000).toFixed(1);
  say(
    `Backup ${manifest.id} is complete: ${summary(manifest)}; ${megabytes(addedBytes)} added in ${seconds} s`,
  );
  for (const note of manifest.notes) say(note);
  return 0;
};

/** `restore SOURCE [ID]` */
export const restoreCommand: Command = async ([source, id, more], { config, say }) => {
  if (source === undefined || more !== undefined) throw new Usage('bun run restore SOURCE [ID]');
  const { store } = await openStore(source);
  const manifest = await chosen(store, id);
  const different = await restore({ config, dataDir: resolve(config.dataDir), store, manifest });
  for (const line of different) say(line);
  say(
    different.length === 0
      ? `The backup ${manifest.id} is restored: ${summary(manifest)}`
      : 'The restored data differ from the backup: Waypost will not start on them',
  );
  return different.length === 0 ? 0 : 1;
};

type Given = Parameters<Command>[1];

async function verifyCommand(
  source: string | undefined,
  { id, say }: Given & { readonly id: string | undefined },
): Promise<number> {
  if (source === undefined) throw new Usage(usage);
  const { store } = await openStore(source);
  const manifest = await chosen(store, id);
  const problems = await verify(store, manifest);
  for (const line of problems) say(line);
  say(
    `The backup ${manifest.id} ${problems.length === 0 ? `is good: ${summary(manifest)}` : 'is NOT good'}`,
  );
  return problems.length === 0 ? 0 : 1;
}

async function list(source: string | undefined, { say }: Given): Promise<number> {
  if (source === undefined) throw new Usage(usage);
  const { store } = await openStore(source);
  for (const id of await store.ids()) say(`${id}  ${summary(await store.manifest(id))}`);
  return 0;
}

/** The backup of that id, by default the latest. */
async function chosen(store: BackupStore, id: string | undefined): Promise<Manifest> {
  const wanted = id ?? (await store.ids()).at(-1);
  if (wanted === undefined) throw new DamagedBackup('There is no backup at this place');
  return store.manifest(wanted);
}

function summary(manifest: Manifest): string {
  const counts = countsOf(manifest);
  const bytes = filesOf(manifest).reduce((sum, file) => sum + file.bytes, 0);
  return [
    `${counts['postgres users'] ?? 0} accounts`,
    `${counts['postgres links'] ?? 0} links`,
    `${counts['clickhouse clicks'] ?? 0} clicks`,
    `${counts['clickhouse conversions'] ?? 0} conversions`,
    `${counts['spool lines'] ?? 0} waiting lines`,
    megabytes(bytes),
  ].join(', ');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
