import { invalid, Refusal } from '#core/shared/refusal';
import type { LinkPorts } from './ports.ts';

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
export type ReadWebPage = (url: string) => Promise<PageWords | null>;

/** What the preview takes. */
export type PreviewPorts = Pick<LinkPorts, 'rules'> & {
  /** Null: the operator has not allowed it. */
  readonly readWebPage: ReadWebPage | null;
};

export type Previewed = PageWords & { readonly state: 'read' | 'off' | 'failed' };

const nothing = { title: null, text: null, picture: null };

/**
 * What a page says of itself, before a link leads to it. Refuses `invalid` for an address to which
 * no link may lead, and `blocked` for one that the operator does not allow.
 */
export async function previewDestination(
  { rules, readWebPage }: PreviewPorts,
  typed: string,
): Promise<Previewed> {
  if (readWebPage === null) return { state: 'off', ...nothing };
  const url = rules.readDestination(typed);
  if (url === null) throw invalid({ path: 'url', message: rules.explainDestination(typed) });
  const message = 'This destination is not allowed';
  if (rules.blocksUrl(url))
    throw new Refusal('blocked', message, { issues: [{ path: 'url', message }] });
  const words = await readWebPage(url);
  return words === null ? { state: 'failed', ...nothing } : { state: 'read', ...words };
}
