import type { IsReserved } from './names/reserved-words.ts';

/** A custom domain as a link refers to it. */
export type LinkDomain = {
  /** The namespace of the domain's names; unique, never used again. */
  readonly number: number;
  /** The host name in ASCII. */
  readonly host: string;
};

/** A name on a custom domain, as one text: no name contains the slash. */
export function nameOn(domainNumber: number, name: string): string {
  return `${domainNumber}/${name}`;
}

/**
 * Splits a text made by `nameOn` into the domain's number and the name; number 0 is the instance's
 * own short host.
 */
export function splitName(key: string): { readonly domainNumber: number; readonly name: string } {
  const slash = key.indexOf('/');
  if (slash < 0) return { domainNumber: 0, name: key };
  return { domainNumber: Number(key.slice(0, slash)), name: key.slice(slash + 1) };
}

/**
 * The pages that every custom domain has. Names that begin with an underscore are reserved for
 * future pages.
 */
const pagesOfDomains = new Set(['report', 'abuse', 'privacy', 'api', 'internal']);

/** The reserved names of a custom domain: far fewer than on the host that has the application. */
export const isReservedOnDomains: IsReserved = (name) =>
  name.startsWith('_') || pagesOfDomains.has(name.toLowerCase());

/** The origin of a domain: its host name with the scheme and port of the instance's short host. */
export function originAt(shortOrigin: string, host: string): string {
  const url = new URL(shortOrigin);
  url.hostname = host;
  return url.origin;
}

/**
 * The address of a short link. `shortOrigin` is SHORT_URL; `host` the link's domain, null for the
 * instance's own short host.
 */
export function shortUrlOf(shortOrigin: string, host: string | null, name: string): string {
  return `${host === null ? shortOrigin : originAt(shortOrigin, host)}/${name}`;
}

/** The address of a link shown as its name, or as `host/name` on a custom domain. */
export function urlOfName(shortOrigin: string, shown: string): string {
  const slash = shown.indexOf('/');
  if (slash < 0) return shortUrlOf(shortOrigin, null, shown);
  return shortUrlOf(shortOrigin, shown.slice(0, slash), shown.slice(slash + 1));
}
