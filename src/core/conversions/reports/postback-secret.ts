import type { Link } from '#core/links/link';
import { ownLink } from '#core/links/own-link';
import { isId } from '#core/shared/ids';
import { notFound } from '#core/shared/refusal';
import type { ConversionPorts, PostbackGenerations, PostbackSeals } from '#core/conversions/ports';

/** The ports from which the secrets of links are derived. */
export type SecretPorts = {
  readonly generations: Pick<PostbackGenerations, 'of'>;
  readonly seals: PostbackSeals;
};

/** A link, and the secret with which servers report its conversions. */
export type LinkPostback = { readonly link: Link; readonly secret: string };

/** Of the 256 bits, 192 are used: 32 characters that need no escape in a URL. */
const secretBytes = 24;

/**
 * The valid postback secrets of a link, one per key, newest key first; none when there is no such
 * link. Compare them in constant time. They are derived and not stored.
 */
export async function postbackSecretsOf(
  { generations, seals }: SecretPorts,
  linkId: string,
): Promise<readonly string[]> {
  const generation = isId(linkId) ? await generations.of(linkId) : null;
  return generation === null ? [] : seals(`${linkId} ${generation}`).map(secretFrom);
}

type Ports = Pick<ConversionPorts, 'links' | 'generations' | 'seals'>;

/** Shows the secret to the link's owner. Refuses `not_found`, also for another owner's link. */
export async function showPostback(
  ports: Ports,
  userId: string,
  linkId: string,
): Promise<LinkPostback> {
  const link = await ownLink(ports.links, userId, linkId);
  const [secret] = await postbackSecretsOf(ports, link.id);
  if (secret === undefined) throw notFound();
  return { link, secret };
}

/** Replaces the secret: the former one stops working at once. Refuses `not_found`. */
export async function rotatePostback(
  ports: Ports,
  userId: string,
  linkId: string,
): Promise<LinkPostback> {
  const generation = isId(linkId) ? await ports.generations.next(userId, linkId) : null;
  if (generation === null) throw notFound();
  return showPostback(ports, userId, linkId);
}

function secretFrom(hash: Uint8Array): string {
  return hash.subarray(0, secretBytes).toBase64({ alphabet: 'base64url', omitPadding: true });
}
