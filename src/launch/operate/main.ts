import { configExitCode, ConfigError, readConfig } from '#config';
import { DataDirInUse } from '#adapters/embedded/data-dir-lock';
import { DataDirUnusable } from '#adapters/embedded/data-dir';
import { Refusal } from '#core/shared/refusal';
import { DamagedBackup } from '#core/backup/backup-store';
import { RestoreRefused } from '#roots/compose/backup/restore';
import { admin } from './admin.ts';
import { backup, restoreCommand, type Command } from './backup.ts';
import { moveCommand } from './move.ts';
import { Usage } from './usage.ts';

const commands: Readonly<Record<string, Command>> = {
  admin,
  backup,
  restore: restoreCommand,
  move: moveCommand,
};

/** Prints what the command says, and ends with its code: 78 for what the operator can fix. */
async function main(): Promise<never> {
  const [name = '', ...args] = process.argv.slice(2);
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  try {
    const command = commands[name];
    if (command === undefined) throw new Usage(`there is no command ${name}`);
    process.exit(await command(args, { config: readConfig(process.env), say }));
  } catch (error) {
    if (!isOperators(error)) throw error;
    process.stderr.write(`waypost: ${error.message}\n`);
    process.exit(configExitCode);
  }
}

function isOperators(error: unknown): error is Error {
  const kinds = [ConfigError, DataDirInUse, DataDirUnusable, DamagedBackup, RestoreRefused];
  return [...kinds, Usage, Refusal].some((kind) => error instanceof kind);
}

await main();
