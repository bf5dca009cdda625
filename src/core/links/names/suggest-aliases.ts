import { linkComplaints, longestAlias } from '#contract/links/link-limits';
import { mostSuggestions } from '#contract/links/aliases';
import { chosenDomain, rulesOn } from '#core/links/choose-domain';
import { aliasTakenMessage } from '#core/links/create-and-edit';
import type { LinkPorts, Owner } from '#core/links/ports';
import { foldName, type ReadAlias, readAlias } from './alias.ts';

export type WantedAlias = {
  readonly alias: string;
  /** A host; null: the instance's own short host. */
  readonly domain: string | null;
  /** The address of the new link, as it was typed; blank for none. */
  readonly destination: string;
};

export type CheckedAlias = {
  readonly isFree: boolean;
  /** Why the alias is not free; null when it is. */
  readonly reason: string | null;
  readonly suggestions: readonly string[];
};

/**
 * Says whether a new link could have the alias now, and names up to three that it could have when
 * not: the alias with a word of the destination, with the year, or with a number. Refuses `invalid`
 * for a domain that is not the account's.
 */
export async function checkAlias(
  ports: Pick<LinkPorts, 'links' | 'domains' | 'rules' | 'clock'>,
  owner: Pick<Owner, 'id'>,
  { alias, domain: host, destination }: WantedAlias,
): Promise<CheckedAlias> {
  const domain = await chosenDomain(ports.domains, owner.id, host);
  const { isReserved } = rulesOn(ports.rules, domain);
  const read = readAlias(alias, isReserved);
  const year = new Date(ports.clock.now()).getUTCFullYear();
  const possible = candidates(alias, destination, year).filter(
    (name) => readAlias(name, isReserved).kind === 'alias',
  );
  const asked = read.kind === 'alias' ? [alias, ...possible] : possible;
  const taken = await ports.links.takenNames(domain, asked.map(foldName));
  const isFree = (name: string) => !taken.has(foldName(name));
  if (read.kind === 'alias' && isFree(alias))
    return { isFree: true, reason: null, suggestions: [] };
  return {
    isFree: false,
    reason: reasonOf(read),
    suggestions: possible.filter(isFree).slice(0, mostSuggestions),
  };
}

/** Why no new link can have the alias. */
function reasonOf(read: ReadAlias): string {
  switch (read.kind) {
    case 'none':
      return linkComplaints.alias;
    case 'refused':
      return read.message;
    case 'alias':
      return aliasTakenMessage;
  }
}

const mostNumbered = 30;

/** Aliases like the typed one, the best first, without repetitions. */
function candidates(typed: string, destination: string, year: number): readonly string[] {
  const base = typed
    .trim()
    .split(/[\W-]+/)
    .filter((word) => word !== '')
    .join('-');
  if (base === '') return [];
  const words = wordsOf(destination).filter((word) => word !== base.toLowerCase());
  const endings = [
    ...words,
    String(year % 100),
    ...Array.from({ length: mostNumbered }, (_, at) => String(at + 2)),
  ];
  const names = endings.map(
    (ending) => `${base.slice(0, longestAlias - ending.length - 1)}-${ending}`,
  );
  return [...new Set(names)];
}

const mostWords = 4;
const longestWord = 20;

/** The words of an address's path, the last part first: `ridge`, `mid` and `boots` of `/boots/ridge-mid`. */
function wordsOf(destination: string): readonly string[] {
  const path = URL.parse(
    /^https?:/i.test(destination) ? destination : `https://${destination}`,
  )?.pathname;
  const parts = (path ?? '').toLowerCase().split('/').toReversed();
  const words = parts.flatMap((part) => part.match(/[a-z][a-z\d]+/g) ?? []);
  return words.filter(({ length }) => length <= longestWord).slice(0, mostWords);
}
