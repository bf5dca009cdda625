import { missingDomain } from '#contract/domains';

/** The result of reading an owner's input for a domain. `host` is in ASCII and lower case. */
export type ReadDomain =
  | { readonly kind: 'domain'; readonly host: string }
  | { readonly kind: 'refused'; readonly message: string };

/** The name of the TXT record is nine characters longer, and DNS allows 253. */
export const longestDomain = 244;

/** Top-level names that public DNS never resolves, or that only one machine or network knows. */
const localEndings = new Set([
  ...['localhost', 'localdomain', 'local', 'lan', 'internal', 'invalid'],
  ...['onion', 'alt', 'arpa'],
]);

const label = /^(?!-)[a-z\d-]{1,63}(?<!-)$/;

/**
 * Reads a domain as people type or paste it, also with `https://` in front. `ownHosts` are the host
 * names of this instance. IDNs become punycode, as browsers and DNS use them.
 */
export function readDomain(typed: string, ownHosts: readonly string[]): ReadDomain {
  const text = typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')
    .replace(/\.$/, '');
  if (text === '') return refused(missingDomain);
  if (text.length > 4 * longestDomain) return tooLong();
  if (text.includes('*')) return refused('Enter one domain: wildcards are not possible');
  if (/[\s/\\?#@:[\]%<>^|"'`{}]/.test(text)) return plainOnly();

  const host = URL.parse(`http://${text}/`)?.hostname ?? '';
  if (host.length > longestDomain) return tooLong();
  const labels = host.split('.');
  const ending = labels.at(-1) ?? '';
  if (/^\d+$/.test(ending) || /^0x/i.test(ending)) {
    return refused('Enter a domain instead of an IP address');
  }
  if (labels.length < 2 || !labels.every((part) => label.test(part))) return plainOnly();
  if (localEndings.has(ending)) return refused('This domain cannot be reached from the internet');
  if (ownHosts.includes(host)) return refused('This is the address of Waypost itself');
  return { kind: 'domain', host };
}

function tooLong(): ReadDomain {
  return refused(`Use a domain of at most ${longestDomain} characters`);
}

function plainOnly(): ReadDomain {
  return refused('Enter only the domain, such as go.example.com');
}

function refused(message: string): ReadDomain {
  return { kind: 'refused', message };
}
