import { isId } from '#core/shared/ids';
import type { Link } from '#core/links/link';
import { notFound } from '#core/shared/refusal';

export type PostbackSecretPorts = {
  readonly generations: {
    /** Which secret of the link is the valid one, from 1; null when there is no such link. */
    of(linkId: string): Promise<number | null>;
    /** Makes the next one of the owner's link the valid one; null when it is not theirs. */
    next(userId: string, linkId: string): Promise<number | null>;
  };
  readonly links: {
    /** The owner's link; null when there is none, or when it is another's. */
    find(userId: string, linkId: string): Promise<Link | null>;
  };
  /** Keyed hashes of a text, 256 bits each, by keys that nothing else is made with, the newest first. */
  readonly seals: (text: string) => readonly [Uint8Array, ...Uint8Array[]];
};

/** A link and the secret by which servers report its conversions. */
export type Postback = { readonly link: Link; readonly secret: string };

/** Of the 256 bits; 192 in 32 characters that need no escape in an address. */
const secretBytes = 24;

/**
 * The valid postback secrets of any link, one for each key, the newest key's first, to be compared in
 * constant time; none when there is no such link. Derived, not stored.
 */
export function postbackSecretsOf({ generations, seals }: PostbackSecretPorts) {
  return async (linkId: string): Promise<readonly string[]> => {
    const generation = isId(linkId) ? await generations.of(linkId) : null;
    return generation === null ? [] : seals(`${linkId} ${generation}`).map(secretFrom);
  };
}

/** Shows the secret to the link's owner. Refuses `not_found`, for another's link too. */
export function showPostback(ports: PostbackSecretPorts) {
  const secretsOf = postbackSecretsOf(ports);

  return async (userId: string, linkId: string): Promise<Postback> => {
    const link = isId(linkId) ? await ports.links.find(userId, linkId) : null;
    const [secret] = link === null ? [] : await secretsOf(link.id);
    if (link === null || secret === undefined) throw notFound();
    return { link, secret };
  };
}

/** Replaces the secret: the one before is refused from now on. Refuses `not_found`. */
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
