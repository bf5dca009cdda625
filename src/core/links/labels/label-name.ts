import { isId } from '#core/shared/ids';
import { invalid, Refusal } from '#core/shared/refusal';

/** Stands for links without a tag or a folder where links are filtered by them. */
export const unlabelled = '(none)';

const longestName = 50;

/** A name as it is stored, or why it cannot be one. */
export type ReadLabelName =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * Reads the name of a tag or a folder: 1 to 50 characters in one line, trimmed. A comma separates
 * names in files, and an id must not be mistaken for a name.
 */
export function readLabelName(text: string): ReadLabelName {
  const name = text.trim().normalize('NFC');
  const message = problemOf(name);
  return message === null ? { kind: 'name', name } : { kind: 'refused', message };
}

function problemOf(name: string): string | null {
  if (name === '') return 'Enter a name';
  if ([...name].length > longestName) return `A name has at most ${longestName} characters`;
  if (!name.isWellFormed() || /\p{Cc}/u.test(name) || !/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) {
    return 'Use plain text only';
  }
  if (name.includes(',')) return 'A name cannot contain a comma';
  if (name === unlabelled || isId(name.toLowerCase())) return 'Choose another name';
  return null;
}

/** The stored form of a name. Refuses `invalid` at `name`. */
export function requireLabelName(text: string): string {
  const read = readLabelName(text);
  if (read.kind === 'refused') throw invalid({ path: 'name', message: read.message });
  return read.name;
}

/** The account already has one with this name, in any case. */
export function nameTaken(what: string): Refusal {
  const message = `You already have a ${what} with this name`;
  return new Refusal('conflict', message, { issues: [{ path: 'name', message }] });
}
