import { clickIdParameter, withoutOwnParameters } from '#core/links/own-parameters';
import { isSameText } from '#core/shared/same-text';

/** The content of a signed click id. */
export type ClickIdFacts = {
  /** UUIDv7: its time is the click's. */
  readonly clickId: string;
  /** The link's number. */
  readonly linkNumber: number;
  /** The destination's place in the split test, from 1; 0 outside a split test. */
  readonly variant: number;
};

/**
 * Signed click ids, which destinations get. Everybody can read them, and only this instance can
 * make them.
 */
export type ClickIds = {
  /** Returns 46 characters that need no escape in a URL. */
  sign(facts: ClickIdFacts): string;
  /** The content of a click id; null unless every bit of it was signed here. */
  read(text: string): ClickIdFacts | null;
};

/** A key that has no other use. */
export type ClickKey = {
  /** From 2 to 255; two keys may have the same. */
  readonly id: number;
  /** A keyed hash of at least `macBytes` bytes. */
  readonly mac: (bytes: Uint8Array) => Uint8Array;
};

/** The id that older click ids have, which were signed before keys had ids. */
const oldKeyId = 1;
const numberAt = 17;
const numberBytes = 6;
const variantAt = numberAt + numberBytes;
const factsBytes = variantAt + 1;
const macBytes = 10;
const signedText = /^[\w-]{46}$/;

/**
 * Signs click ids with the first key and reads those of every key, without a database. A click id
 * is, in base64url: the key's id (1 byte), the click's id (16), the link's number (6), the variant
 * (1) and a MAC of all these (10).
 */
export function clickIds(keys: readonly [ClickKey, ...ClickKey[]]): ClickIds {
  const [newest] = keys;
  const signWith = ({ id, mac }: ClickKey, { clickId, linkNumber, variant }: ClickIdFacts) => {
    const bytes = new Uint8Array(factsBytes + macBytes);
    bytes[0] = id;
    bytes.set(Uint8Array.fromHex(clickId.replaceAll('-', '')), 1);
    writeNumber(bytes, linkNumber);
    bytes[variantAt] = variant;
    bytes.set(mac(bytes.subarray(0, factsBytes)).subarray(0, macBytes), factsBytes);
    return bytes.toBase64({ alphabet: 'base64url', omitPadding: true });
  };
  const read = (text: string): ClickIdFacts | null => {
    if (!signedText.test(text)) return null;
    const bytes = Uint8Array.fromBase64(text, { alphabet: 'base64url' });
    const facts = {
      clickId: uuidOf(bytes.subarray(1, numberAt)),
      linkNumber: readNumber(bytes),
      variant: bytes[variantAt] ?? 0,
    };
    const isSigned = candidates(keys, bytes[0] ?? 0).some((key) =>
      isSameText(signWith(key, facts), text),
    );
    return isSigned ? facts : null;
  };

  return { sign: (facts) => signWith(newest, facts), read };
}

/**
 * Adds the click id to an address's query, before its fragment, and changes nothing else. It
 * replaces a click id of the destination, which older stored destinations may have.
 */
export function withClickId(destination: string, signed: string): string {
  const hasOne = destination.includes(`${clickIdParameter}=`);
  const url = hasOne ? withoutOwnParameters(destination) : destination;
  const hash = url.indexOf('#');
  const page = hash < 0 ? url : url.slice(0, hash);
  const fragment = hash < 0 ? '' : url.slice(hash);
  return `${page}${page.includes('?') ? '&' : '?'}${clickIdParameter}=${signed}${fragment}`;
}

/** The keys with this id. */
function candidates(keys: readonly ClickKey[], id: number): readonly ClickKey[] {
  if (id === oldKeyId) return keys.map(({ mac }) => ({ id, mac }));
  return keys.filter((key) => key.id === id);
}

function writeNumber(bytes: Uint8Array, number: number): void {
  let rest = number;
  for (let at = variantAt - 1; at >= numberAt; at -= 1) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
}

function readNumber(bytes: Uint8Array): number {
  return bytes.subarray(numberAt, variantAt).reduce((number, byte) => number * 256 + byte, 0);
}

function uuidOf(bytes: Uint8Array): string {
  return bytes.toHex().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
