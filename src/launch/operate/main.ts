import { resolve } from 'node:path';
import { configExitCode, ConfigError, readConfig } from '#config';
import { ChangedMigration } from '#adapters/clickhouse/migrate';
import { isClickHouseOutage } from '#adapters/clickhouse/outage';
import { isPostgresOutage } from '#adapters/postgres/connect';
import { MigrationError } from '#adapters/postgres/migrate';
import { DataDirInUse } from '#adapters/embedded/data-dir-lock';
import { DataDirUnusable } from '#adapters/embedded/data-dir';
import { Refusal } from '#core/shared/refusal';
import { DamagedBackup } from '#core/backup/backup-store';
import { RestoreRefused } from '#roots/compose/backup/restore';
import { admin } from './admin.ts';
import { backup, restoreCommand, type Command } from './backup.ts';
import { becomeOwner } from './become-owner.ts';
import { dryRun } from './dry-run.ts';
import { moveCommand } from './move.ts';
import { Usage } from './usage.ts';

const commands: Readonly<Record<string, Command>> = {
  admin,
  backup,
  restore: restoreCommand,
  move: moveCommand,
  '--dry-run': dryRun,
};

/**
 * Prints the command's output, and ends with its exit code: 78 for errors that the operator can
 * fix.
 */
async function main(): Promise<never> {
  const [name = '', ...args] = process.argv.slice(2);
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  try {
    const command = commands[name];
    if (command === undefined) throw new Usage(`there is no command ${name}`);
    const config = readConfig(process.env);
    becomeOwner(resolve(config.dataDir));
    process.exit(await command(args, { config, say }));
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    process.stderr.write(`waypost: ${failure.line}\n`);
    process.exit(failure.code);
  }
}

/** `sysexits.h`, EX_UNAVAILABLE: something that the command needs does not work now. */
const unavailableExitCode = 69;

/** One line for a failure that the operator can fix; null for a defect. */
function failureOf(error: unknown): { readonly line: string; readonly code: number } | null {
  if (isOperators(error)) return { line: error.message, code: configExitCode };
  if (isPostgresOutage(error)) {
    return { line: 'Postgres does not answer', code: unavailableExitCode };
  }
  if (isClickHouseOutage(error)) {
    return { line: 'ClickHouse does not answer', code: unavailableExitCode };
  }
  if (!(error instanceof Error) || !('code' in error) || !('path' in error)) return null;
  const isOfBucket = error.name === 'S3Error';
  const line = isOfBucket ? `the bucket failed: ${String(error.code)}` : error.message;
  return { line, code: unavailableExitCode };
}

function isOperators(error: unknown): error is Error {
  const kinds = [ConfigError, DataDirInUse, DataDirUnusable, DamagedBackup, RestoreRefused];
  return [...kinds, MigrationError, ChangedMigration, Usage, Refusal].some(
    (kind) => error instanceof kind,
  );
}

await main();
