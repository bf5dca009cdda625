const prefix = 'waypost.sql.';
const draftPrefix = `${prefix}draft.`;
const longest = 50;

/** A person's last statements in this browser, newest first. A damaged list is an empty one. */
export function storedStatements(userId: string): readonly string[] {
  const stored = parsed(localStorage.getItem(prefix + userId));
  return Array.isArray(stored) ? stored.filter((query) => typeof query === 'string') : [];
}

/** Puts a statement in front; the same one farther back goes. */
export function storeStatement(userId: string, query: string): void {
  const others = storedStatements(userId).filter((known) => known !== query);
  const statements = [query, ...others].slice(0, longest);
  localStorage.setItem(prefix + userId, JSON.stringify(statements));
}

/** What a person wrote last in this browser, run or not; null when nothing was written. */
export function storedDraft(userId: string): string | null {
  return localStorage.getItem(draftPrefix + userId);
}

/** Keeps what a person has written so far; an empty text is no draft. */
export function storeDraft(userId: string, text: string): void {
  if (text.trim() === '') localStorage.removeItem(draftPrefix + userId);
  else localStorage.setItem(draftPrefix + userId, text);
}

/** Removes the statements and the drafts of everybody from this browser. */
export function forgetStatements(): void {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index));
  for (const key of keys) if (key?.startsWith(prefix)) localStorage.removeItem(key);
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
}
