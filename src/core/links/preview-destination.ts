import { invalid, Refusal } from '#core/shared/refusal';
import type { LinkRules } from './check-link.ts';

/** What a page says of itself, for people who see its address shared. */
export type PageWords = {
  readonly title: string | null;
  readonly text: string | null;
  /** A `data:` address of a JPEG, PNG, WebP or GIF. */
  readonly picture: string | null;
};

/**
 * Reads a page at an address that a person entered. Requests only addresses that the operator
 * allows, without cookies, for some seconds at most. Null: no page was answered. Never throws.
 */
export type ReadPage = (url: string) => Promise<PageWords | null>;

export type PreviewPorts = {
  readonly rules: Pick<LinkRules, 'readDestination' | 'explainDestination' | 'blocksUrl'>;
  /** Null: the operator has not allowed it. */
  readonly readPage: ReadPage | null;
};

export type Previewed = PageWords & { readonly state: 'read' | 'off' | 'failed' };

const nothing = { title: null, text: null, picture: null };

/**
 * What a page says of itself, before a link leads to it. Refuses `invalid` for an address to which
 * no link may lead, and `blocked` for one that the operator does not allow.
 */
export async function previewDestination(ports: PreviewPorts, typed: string): Promise<Previewed> {
  const { rules, readPage } = ports;
  if (readPage === null) return { state: 'off', ...nothing };
  const url = rules.readDestination(typed);
  if (url === null) throw invalid({ path: 'url', message: rules.explainDestination(typed) });
  const message = 'This destination is not allowed';
  if (rules.blocksUrl(url))
    throw new Refusal('blocked', message, { issues: [{ path: 'url', message }] });
  const words = await readPage(url);
  return words === null ? { state: 'failed', ...nothing } : { state: 'read', ...words };
}
