import { newRule } from '#web/features/links/options/option-values.ts';
import { type LinkValues, newLinkValues } from './link-form.ts';

/** Reads a stored draft. Damaged parts, and fields of another version, are those of a new link. */
export function draftIn(stored: unknown): LinkValues | null {
  return stored === null ? null : likeModel(newLinkValues, stored);
}

/** The models of the entries of lists, by the names of the lists. */
const entries: Readonly<Record<string, unknown>> = {
  tags: '',
  otherDestinations: { url: '' },
  destinationNames: '',
  rules: newRule,
  countries: '',
  languages: '',
};

/** The parts of a stored value that have the form of the model; the model's own parts for others. */
function likeModel<T>(model: T, stored: unknown, listName = ''): T {
  const isText = model === null && typeof stored === 'string';
  const isSame = typeof model === typeof stored && Array.isArray(model) === Array.isArray(stored);
  if (!isText && !isSame) return model;
  if (Array.isArray(stored)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list of the model's entries
    return stored.map((entry: unknown) => likeModel(entries[listName], entry)) as T;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the model's form, as just checked
  if (typeof model !== 'object' || model === null) return stored as T;
  const parts = new Map<string, unknown>(Object.entries(stored ?? {}));
  const like = Object.entries(model).map(([name, part]: [string, unknown]) => [
    name,
    likeModel(part, parts.get(name), name),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the model's own names
  return Object.fromEntries(like) as T;
}
