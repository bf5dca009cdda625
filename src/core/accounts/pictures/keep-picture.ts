import { mostUploadBytes, pictureComplaints } from '#contract/accounts/person-limits';
import type { User } from '#core/accounts/user';
import type { RandomBytes } from '#core/shared/ids';
import { invalid, notFound, Refusal } from '#core/shared/refusal';
import { minuteMs } from '#core/shared/time';
import type { ObjectKey, Paint, PicturePorts, ShownKind } from './ports.ts';

/** What a picture is for; `path` is the field that names it in issues. */
export type PictureUse = {
  readonly kind: ShownKind;
  readonly path: string;
  readonly paint: Paint;
};

/** Longer than publishing may take. */
const draftLifeMs = 10 * minuteMs;

const refusals = {
  'no picture': pictureComplaints.kind,
  'not square': 'Please select a square picture',
  'too many pixels': 'Please select a picture with at most 25 megapixels',
  'too small': 'Please select a picture of at least 200 pixels in both directions',
} as const;

/** An upload, as its person names it. */
type OwnUpload = { readonly userId: string; readonly url: string };

/**
 * Turns an upload of this person into a stored picture, and returns its key: the caller publishes it
 * within ten minutes, or it is removed. The picture is a copy under a new key, so that nobody can
 * change it afterwards; the original is deleted. Refuses `not_found` for an address that is not an
 * unused upload of this person; `invalid` for data that is not a fitting picture; `too_large`;
 * `unavailable` when the store is away.
 */
export async function keepPicture(
  ports: Pick<PicturePorts, 'objects' | 'store' | 'randomBytes' | 'clock'>,
  upload: OwnUpload,
  use: PictureUse,
): Promise<ObjectKey> {
  const { objects, store, randomBytes, clock } = ports;
  const painting = await use.paint(await original(ports, upload));
  if (painting.kind === 'refused') {
    throw invalid({ path: use.path, message: refusals[painting.why] });
  }
  const nowMs = clock.now();
  const key = newKey(use.kind, randomBytes);
  const [createdAt, removeAt] = [new Date(nowMs), new Date(nowMs + draftLifeMs)];
  const { userId } = upload;
  if (!(await objects.draft({ key, userId, createdAt, removeAt }))) throw notFound();
  await store.write(key, painting.jpeg);
  return key;
}

async function original(
  { objects, store, clock }: Pick<PicturePorts, 'objects' | 'store' | 'clock'>,
  { userId, url }: OwnUpload,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = store.keyOf(url);
  if (key === null || !(await objects.use(userId, key, new Date(clock.now())))) throw notYours();

  const found = await store.read(key, mostUploadBytes);
  await store.remove(key);
  switch (found.kind) {
    case 'found':
      return found.bytes;
    case 'missing':
      throw notYours();
    case 'too_large':
      throw new Refusal('too_large', pictureComplaints.size);
  }
}

function notYours(): Refusal {
  return new Refusal('not_found', 'Please upload the picture again');
}

/** A random key that does not reveal its owner. */
export function newKey(kind: 'uploads' | ShownKind, randomBytes: RandomBytes): ObjectKey {
  return `${kind}/${randomBytes(16).toHex()}`;
}

/**
 * Makes an upload of this person their picture, and returns the person as stored now; null removes
 * the picture. Refuses as `keepPicture` does.
 */
export async function changeAvatar(
  ports: PicturePorts,
  userId: string,
  url: string | null,
): Promise<User> {
  const { objects, paint, clock } = ports;
  const use = { kind: 'avatars', path: 'avatarURL', paint } as const;
  const key = url === null ? null : await keepPicture(ports, { userId, url }, use);
  const shown = key && { key, url: `/api/${key}.jpg?t=${clock.now()}` };
  const changed = await objects.publish(userId, shown, new Date(clock.now()));
  if (changed === null) throw notFound();
  return changed;
}

/** Far above the size of every picture that Waypost encodes. */
const maxShownBytes = 2 * 1024 * 1024;

/** The JPEG of a published picture, by the last segment of its address. Refuses `not_found`. */
export async function showPicture(
  { store }: Pick<PicturePorts, 'store'>,
  kind: ShownKind,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const [, id] = /^([0-9a-f]{32})\.jpg$/.exec(name) ?? [];
  if (id === undefined) throw notFound();

  const found = await store.read(`${kind}/${id}`, maxShownBytes);
  if (found.kind !== 'found') throw notFound();
  return found.bytes;
}
