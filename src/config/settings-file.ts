// Runs before it is known whether packages are installed: imports only what Bun itself contains.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `waypost.env` exists, and this user may not read it. */
export class SettingsUnreadable extends Error {
  override readonly name = 'SettingsUnreadable';
}

/**
 * Adds the settings of `waypost.env` beside the sources to the environment; a variable that is
 * already set keeps its value. The file can be a link to the file that the service manager reads,
 * so that commands have the settings of the service. Without the file nothing happens.
 *
 * @throws SettingsUnreadable
 */
export function readSettingsFile(folder = join(import.meta.dir, '../..')): void {
  const path = join(folder, 'waypost.env');
  for (const [name, value] of settingsIn(textOf(path))) process.env[name] ??= value;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    if (error.code === 'ENOENT') return '';
    throw new SettingsUnreadable(
      `${path} cannot be read by user ${process.getuid?.() ?? 'unknown'} (${String(error.code)}): run the command as root`,
    );
  }
}

const assignment = /^([A-Za-z_]\w*)=(?:'([^']*)'|"((?:[^"\\]|\\.)*)"|(.*))$/;

/**
 * The assignments of a file as systemd reads it in `EnvironmentFile=`, one per line: a value may be in
 * quotes, nothing is expanded, and a comment begins a line.
 */
export function settingsIn(text: string): [name: string, value: string][] {
  return text.split('\n').flatMap((line): [string, string][] => {
    const [, name, single, double, bare] = assignment.exec(line.trim()) ?? [];
    if (name === undefined) return [];
    const value =
      single ?? double?.replaceAll(/\\(["\\`$])/g, '$1') ?? bare?.replaceAll(/\\(.)/g, '$1') ?? '';
    return [[name, value]];
  });
}
