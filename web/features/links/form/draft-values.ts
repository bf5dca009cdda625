import { type LinkValues, newLinkValues } from './link-form.ts';

/** Reads a stored draft. Damaged parts, and fields of another version, are those of a new link. */
export function draftIn(stored: unknown): LinkValues | null {
  return stored === null ? null : likeModel(newLinkValues, stored);
}

/** The parts of a stored value that have the form of the model. The entries of lists are not checked. */
function likeModel<T>(model: T, stored: unknown): T {
  const isText = model === null && typeof stored === 'string';
  const isSame = typeof model === typeof stored && Array.isArray(model) === Array.isArray(stored);
  if (!isText && !isSame) return model;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the model's form, as just checked
  if (typeof model !== 'object' || model === null || Array.isArray(model)) return stored as T;
  const parts = new Map<string, unknown>(Object.entries(stored ?? {}));
  const like = Object.entries(model).map(([name, part]: [string, unknown]) => [
    name,
    likeModel(part, parts.get(name)),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the model's own names
  return Object.fromEntries(like) as T;
}
