import { resolve } from 'node:path';
import { DamagedBackup, type BackupStore } from '#core/backup/backup-store';
import { countsOf, filesOf, type Manifest } from '#core/backup/manifest';
import { configExitCode, type Config } from '#config';
import { newBackupKey, openStore } from '#roots/compose/backup/open-store';
import { restore, verify } from '#roots/compose/backup/restore';
import { busyExitCode, notRemovedExitCode } from '#roots/compose/backup/schedule';
import { recordDeletions, take } from '#roots/compose/backup/take';
import { backUpBeforeUpgrade, skippedExitCode } from '#roots/compose/upgrade';
import { Usage } from './usage.ts';

/** A command of the operator. Returns its exit code. */
export type Command = (
  args: readonly string[],
  given: { readonly config: Config; readonly say: (line: string) => void },
) => Promise<number>;

const usage =
  'bun run backup [TARGET], bun run backup verify SOURCE [ID], bun run backup list SOURCE, bun run backup deletions [TARGET], bun run backup key';

/**
 * `backup [TARGET]` (by default BACKUP_TO), `backup verify SOURCE [ID]`, `backup list SOURCE`, `backup
 * key`, `backup deletions [TARGET]`. The schedule runs `backup scheduled` and `backup deletions`, a
 * start with pending migrations `backup upgrade`.
 */
export const backup: Command = async (args, given) => {
  const [first, ...rest] = args;
  switch (first) {
    case 'verify':
      return verifyCommand(rest[0], { id: rest[1], ...given });
    case 'list':
      return list(rest[0], given);
    case 'key':
      given.say(newBackupKey());
      return 0;
    case 'deletions':
      await recordDeletions({
        ...installationOf(given),
        ...openStore(rest[0] ?? toOf(given), given.config),
      });
      return 0;
    case 'upgrade':
      return upgradeCommand(given);
    case 'scheduled':
      return takeCommand(toOf(given), { ...given, keep: given.config.backups.keep });
    default:
      if (rest.length > 0) throw new Usage(usage);
      return takeCommand(first ?? toOf(given), { ...given, keep: null });
  }
};

type CommandContext = Parameters<Command>[1];

function toOf({ config }: CommandContext): string {
  const { to } = config.backups;
  if (to === null) throw new Usage(`BACKUP_TO is not set, and no target was given: ${usage}`);
  return to;
}

function installationOf({ config }: CommandContext) {
  return { config, dataDir: resolve(config.dataDir) };
}

async function takeCommand(
  target: string,
  { keep, ...given }: CommandContext & { readonly keep: number | null },
): Promise<number> {
  const { config, say } = given;
  const beganMs = performance.now();
  const taken = await take({ ...installationOf(given), ...openStore(target, config), keep });
  if (taken.kind === 'busy') {
    say('Another backup is running: nothing was done');
    return busyExitCode;
  }
  const { manifest, addedBytes } = taken;
  const seconds = ((performance.now() - beganMs) / 1000).toFixed(1);
  const added = `${megabytes(addedBytes)} added in ${seconds} s`;
  say(`Backup ${manifest.id} is complete: ${summary(manifest)}; ${added}`);
  for (const note of manifest.notes) say(note);
  if (config.backups.key === null) say('It is not encrypted: BACKUP_KEY is not set.');
  if (taken.notRemoved === null) return 0;
  say(`Outdated backups could not be removed: ${taken.notRemoved}`);
  return notRemovedExitCode;
}

/** The step of a start before it migrates. Its exit code says whether there is a backup. */
async function upgradeCommand(given: CommandContext): Promise<number> {
  const before = await backUpBeforeUpgrade(installationOf(given));
  switch (before.kind) {
    case 'nothing to lose':
      given.say('There is no account and no link: no backup is needed');
      return 0;
    case 'skipped':
      given.say(`No backup was made before the upgrade: ${before.because}`);
      return skippedExitCode;
    case 'done':
      given.say(
        `Backup ${before.id} from before the upgrade is in ${before.place}: ${megabytes(before.bytes)} added`,
      );
      return 0;
  }
}

/** `restore SOURCE [ID]` */
export const restoreCommand: Command = async ([source, id, more], { config, say }) => {
  if (source === undefined || more !== undefined) throw new Usage('bun run restore SOURCE [ID]');
  const { store } = openStore(source, config);
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

async function verifyCommand(
  source: string | undefined,
  { id, config, say }: CommandContext & { readonly id: string | undefined },
): Promise<number> {
  if (source === undefined) throw new Usage(usage);
  const { store } = openStore(source, config);
  const manifest = await chosen(store, id);
  const problems = await verify(store, manifest);
  for (const line of problems) say(line);
  say(
    `The backup ${manifest.id} ${problems.length === 0 ? `is good: ${summary(manifest)}` : 'is NOT good'}`,
  );
  return problems.length === 0 ? 0 : 1;
}

async function list(source: string | undefined, { config, say }: CommandContext): Promise<number> {
  if (source === undefined) throw new Usage(usage);
  const { store } = openStore(source, config);
  let isGood = true;
  for (const id of await store.ids()) {
    const line = await store.manifest(id).then(summary, (error: unknown) => {
      if (!(error instanceof DamagedBackup)) throw error;
      isGood = false;
      return error.message;
    });
    say(`${id}  ${line}`);
  }
  return isGood ? 0 : configExitCode;
}

/** The backup of that id, by default the latest. */
async function chosen(store: BackupStore, id: string | undefined): Promise<Manifest> {
  const wanted = id ?? (await store.ids()).at(-1);
  if (wanted === undefined) throw new DamagedBackup('There is no backup at this place');
  return store.manifest(wanted);
}

const counted = {
  'postgres users': 'accounts',
  'postgres links': 'links',
  'clickhouse clicks': 'clicks',
  'clickhouse conversions': 'conversions',
  'spool lines': 'waiting lines',
};

/** What a backup contains, in one line; a move of one database has no tables of the other one. */
export function summary(manifest: Manifest): string {
  const counts = countsOf(manifest);
  const bytes = filesOf(manifest).reduce((sum, file) => sum + file.bytes, 0);
  const parts = Object.entries(counted).filter(([table]) => table in counts);
  return [...parts.map(([table, word]) => `${counts[table]} ${word}`), megabytes(bytes)].join(', ');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
