import type { FindApiKey } from '#core/accounts/api-keys';
import type { ClickIds } from '#core/redirect/click-id';
import type { RoutedLink } from '#core/redirect/routed-link';
import { notFound, Refusal } from '#core/shared/refusal';
import { isSameText } from '#core/shared/same-text';
import { linkOfReport, type ReportedLinks } from '#core/conversions/judge-click';

export type ProvePostbackPorts = {
  readonly links: ReportedLinks;
  readonly clickIds: Pick<ClickIds, 'read'>;
  readonly findKey: FindApiKey;
  /** The valid postback secrets of a link; none when there is no such link. */
  readonly postbackSecretsOf: (linkId: string) => Promise<readonly string[]>;
};

/** How a call names its link and proves that it may report for it. */
export type PostbackProof = {
  readonly cid: string;
  /** The link's code or alias. */
  readonly name: string;
  readonly secret: string;
  /** The API key of the Authorization header; null without one. */
  readonly key: string | null;
};

/**
 * The link that a call proves to speak for. Refuses `unauthenticated` (the same for unknown links
 * and wrong secrets), `forbidden` for a key without the scope, and `not_found`, for a valid key alone.
 */
export async function provenLink(
  ports: ProvePostbackPorts,
  proof: PostbackProof,
): Promise<RoutedLink> {
  const link = linkOfReport(ports, proof);
  if (proof.key !== null) return linkOfKey(ports, proof.key, link);
  const secrets = link === undefined ? [] : await ports.postbackSecretsOf(link.id);
  const isProven = secrets.some((secret) => isSameText(secret, proof.secret));
  if (link === undefined || !isProven) throw unproven();
  return link;
}

async function linkOfKey(
  { findKey }: ProvePostbackPorts,
  key: string,
  link: RoutedLink | undefined,
): Promise<RoutedLink> {
  const holder = await findKey(key);
  if (holder === null) throw unproven();
  if (!holder.scopes.includes('conversions:write')) {
    throw new Refusal(
      'forbidden',
      'This API key does not have the required scope: conversions:write',
    );
  }
  if (link?.userId !== holder.userId) throw notFound();
  return link;
}

function unproven(): Refusal {
  const message = 'Send the name of one of your links, with its postback secret or an API key';
  return new Refusal('unauthenticated', message);
}
