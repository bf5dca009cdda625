import { environment } from './environment.ts';

/** A variable that is not a setting, and the setting with a similar name. */
export type Misspelt = { readonly name: string; readonly meant: string };

const settings = Object.keys(environment.shape);
/** Shorter names are too similar to variables of other programs. */
const shortest = 6;
/** From this length on, a name is recognizable with two typing errors. */
const long = 10;

/**
 * Variables whose names differ from a setting's by one or two typing errors. Waypost ignores such
 * variables.
 */
export function misspeltSettings(env: Readonly<Record<string, unknown>>): readonly Misspelt[] {
  return Object.keys(env)
    .filter((name) => !settings.includes(name))
    .flatMap((name) => {
      const meant = settings.find((setting) => isAlmost(name.toUpperCase(), setting));
      return meant === undefined ? [] : [{ name, meant }];
    });
}

function isAlmost(name: string, setting: string): boolean {
  if (setting.length < shortest) return false;
  if (stem(name) === stem(setting) || isSwapped(name, setting)) return true;
  const most = setting.length < long ? 1 : 2;
  return Math.abs(name.length - setting.length) <= most && distance(name, setting) <= most;
}

/** Removes the ending that distinguishes singular and plural. */
function stem(name: string): string {
  return name.replace(/(?:IES|Y|S)$/, '');
}

/** Whether two neighbouring letters changed places. */
function isSwapped(name: string, setting: string): boolean {
  const at = [...name].findIndex((letter, place) => letter !== setting[place]);
  const swapped = `${name.slice(0, at)}${name[at + 1] ?? ''}${name[at] ?? ''}${name.slice(at + 2)}`;
  return swapped === setting;
}

/** How many letters have to be added, removed or replaced (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (const [place, letter] of [...one].entries()) {
    const next = [place + 1];
    for (const [at, theirs] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + (letter === theirs ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
