/** A typed address as the server stores it; null for a text that is none yet. */
export function storedUrl(typed: string): string | null {
  const text = typed.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`);
  return url?.hostname.includes('.') ? url.href : null;
}
