import { isId } from '#core/shared/ids';
import { foldName } from './names/alias.ts';

/** What the operator of an instance has blocked. */
export type Blocklist = {
  /** Hosts, in the URL's spelling. */
  readonly hosts: ReadonlySet<string>;
  /** Hosts that are blocked together with all their subdomains. */
  readonly domains: ReadonlySet<string>;
  /** Codes of links, exact, and their aliases, folded. */
  readonly names: ReadonlySet<string>;
  /** E-mail addresses of accounts, folded. */
  readonly emails: ReadonlySet<string>;
  readonly userIds: ReadonlySet<string>;
};

export const nothingBlocked: Blocklist = {
  hosts: new Set(),
  domains: new Set(),
  names: new Set(),
  emails: new Set(),
  userIds: new Set(),
};

/** A blocklist, and the numbers of the lines that are not valid. */
export type ReadBlocklist = { readonly list: Blocklist; readonly strangeLines: readonly number[] };

const hostName = /^(?:[\da-z-]+\.)*[\da-z-]+\.?$|^\[[\da-f:.]+\]$/;

/**
 * Parses a blocklist, one entry per line: `evil.example`, `*.evil.example` (the host and all its
 * subdomains), `/Ab3dEfG` (a short link by its code or alias), `eve@example.com` or an account's
 * id. Text after a `#` is a comment.
 */
export function readBlocklist(text: string): ReadBlocklist {
  const [hosts, domains, names] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const [emails, userIds] = [new Set<string>(), new Set<string>()];
  const strangeLines: number[] = [];

  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const entry = line.replace(/(?:^|\s)#.*/s, '').trim();
    const lower = entry.toLowerCase();
    const host = hostOf(lower.replace(/^\*\./, ''));
    if (entry === '') continue;
    if (/^\/[\w-]{1,50}$/.test(entry)) addName(names, entry.slice(1));
    else if (isId(lower)) userIds.add(lower);
    else if (/^[^\s@]+@[^\s@]+$/.test(lower)) emails.add(lower);
    else if (host === null) strangeLines.push(at + 1);
    else if (lower.startsWith('*.')) domains.add(host);
    else hosts.add(host);
  }
  return { list: { hosts, domains, names, emails, userIds }, strangeLines };
}

/**
 * Codes are case-sensitive and aliases are not. An entry can be either, so both spellings are
 * added.
 */
function addName(names: Set<string>, name: string): void {
  names.add(name).add(foldName(name));
}

/** Whether a destination leads to a blocked host. */
export function blocksUrl({ hosts, domains }: Blocklist, href: string): boolean {
  if (hosts.size === 0 && domains.size === 0) return false;
  const host = URL.parse(href)?.hostname.replace(/\.$/, '');
  if (host === undefined) return false;
  return hosts.has(host) || domainsOf(host).some((domain) => domains.has(domain));
}

/** The host and its parent domains: `a.b.example`, `b.example`, `example`. */
function domainsOf(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, at) => labels.slice(at).join('.'));
}

/** A host in the URL's spelling; null when the text is no host. */
function hostOf(text: string): string | null {
  const host = /^[^\s/:@?#]+$|^\[[\da-f:.]+\]$/.test(text)
    ? URL.parse(`http://${text}/`)?.hostname
    : undefined;
  return host !== undefined && hostName.test(host) ? host.replace(/\.$/, '') : null;
}
