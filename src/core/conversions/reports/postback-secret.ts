import type { Link } from '#core/links/link';
import { ownLink, type OwnLinks } from '#core/links/own-link';
import { isId } from '#core/shared/ids';
import { notFound } from '#core/shared/refusal';

export type PostbackSecretPorts = {
  readonly generations: {
    /** The generation of the link's valid secret, from 1; null when there is no such link. */
    of(linkId: string): Promise<number | null>;
    /** Makes the next generation of the owner's link valid; null when the link is not theirs. */
    next(userId: string, linkId: string): Promise<number | null>;
  };
  readonly links: OwnLinks;
  /**
   * Keyed hashes of a text, 256 bits each, one per key, newest key first. The keys have no other
   * use.
   */
  readonly seals: (text: string) => readonly [Uint8Array, ...Uint8Array[]];
};

/** A link, and the secret with which servers report its conversions. */
export type Postback = { readonly link: Link; readonly secret: string };

/** Of the 256 bits, 192 are used: 32 characters that need no escape in a URL. */
const secretBytes = 24;

/**
 * The valid postback secrets of a link, one per key, newest key first; none when there is no such
 * link. Compare them in constant time. They are derived and not stored.
 */
export function postbackSecretsOf({
  generations,
  seals,
}: Pick<PostbackSecretPorts, 'seals'> & {
  readonly generations: Pick<PostbackSecretPorts['generations'], 'of'>;
}) {
  return async (linkId: string): Promise<readonly string[]> => {
    const generation = isId(linkId) ? await generations.of(linkId) : null;
    return generation === null ? [] : seals(`${linkId} ${generation}`).map(secretFrom);
  };
}

/** Shows the secret to the link's owner. Refuses `not_found`, also for another owner's link. */
export function showPostback(ports: PostbackSecretPorts) {
  const secretsOf = postbackSecretsOf(ports);

  return async (userId: string, linkId: string): Promise<Postback> => {
    const link = await ownLink(ports.links, userId, linkId);
    const [secret] = await secretsOf(link.id);
    if (secret === undefined) throw notFound();
    return { link, secret };
  };
}

/** Replaces the secret: the former one stops working at once. Refuses `not_found`. */
export function rotatePostback(ports: PostbackSecretPorts) {
  const show = showPostback(ports);

  return async (userId: string, linkId: string): Promise<Postback> => {
    const generation = isId(linkId) ? await ports.generations.next(userId, linkId) : null;
    if (generation === null) throw notFound();
    return show(userId, linkId);
  };
}

function secretFrom(hash: Uint8Array): string {
  return hash.subarray(0, secretBytes).toBase64({ alphabet: 'base64url', omitPadding: true });
}
