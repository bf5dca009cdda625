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
  /** A keyed hash of a text, 256 bits, by a key that nothing else is made with. */
  readonly seal: (text: string) => Uint8Array;
};

/** A link and the secret by which servers report its conversions. */
export type Postback = { readonly link: Link; readonly secret: string };

/** Of the 256 bits; 192 in 32 characters that need no escape in an address. */
const secretBytes = 24;

/**
 * The valid postback secret of any link, to be compared in constant time; null when there is no
 * such link. Derived, not stored.
 */
export function postbackSecretOf({ generations, seal }: PostbackSecretPorts) {
  return async (linkId: string): Promise<string | null> => {
    const generation = isId(linkId) ? await generations.of(linkId) : null;
    return generation === null ? null : secretFrom(seal, linkId, generation);
  };
}

/** Shows the secret to the link's owner. Refuses `not_found`, for another's link too. */
export function showPostback(ports: PostbackSecretPorts) {
  const secretOf = postbackSecretOf(ports);

  return async (userId: string, linkId: string): Promise<Postback> => {
    const link = isId(linkId) ? await ports.links.find(userId, linkId) : null;
    const secret = link && (await secretOf(link.id));
    if (link === null || secret === null) throw notFound();
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

function secretFrom(seal: PostbackSecretPorts['seal'], linkId: string, generation: number): string {
  const bits = seal(`${linkId} ${generation}`).subarray(0, secretBytes);
  return bits.toBase64({ alphabet: 'base64url', omitPadding: true });
}
