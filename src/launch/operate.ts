// `bun run backup …`, `restore …`, `admin …`, `move …`, and `bun start --dry-run`: runs the command. It
// installs and builds nothing, because its user may not write to this folder. Until it knows that the
// packages are there, it imports only what Bun itself contains.
import { readSettingsFile, SettingsUnreadable } from '#roots/config/settings-file';

/** `sysexits.h`, EX_CONFIG. */
const refusedExitCode = 78;

try {
  readSettingsFile();
  await import(new URL('operate/main.ts', import.meta.url).href);
} catch (error) {
  if (error instanceof SettingsUnreadable) refuse(error.message);
  if (!isPackageMissing(error)) throw error;
  refuse(
    'the packages of this version are not installed: run bun install --frozen-lockfile in this folder, as its owner',
  );
}

function refuse(reason: string): never {
  process.stderr.write(`waypost: ${reason}\n`);
  process.exit(refusedExitCode);
}

function isPackageMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
