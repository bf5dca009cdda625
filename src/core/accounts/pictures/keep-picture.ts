import { mostUploadBytes, pictureComplaints } from '#contract/account-limits';
import type { RandomBytes } from '#core/shared/ids';
import { invalid, notFound, Refusal } from '#core/shared/refusal';
import { minuteMs, type Clock } from '#core/shared/time';
import type { ObjectKey, ObjectStore, ShownKind } from './object-store.ts';
import { newKey } from './offer-upload.ts';

/** A stored picture that is not shown yet. */
export type Draft = {
  readonly key: ObjectKey;
  readonly userId: string;
  readonly createdAt: Date;
  /** The object is removed at this time unless it was published before. */
  readonly removeAt: Date;
};

export type Painting =
  | { readonly kind: 'portrait'; readonly jpeg: Uint8Array }
  | {
      readonly kind: 'refused';
      readonly why: 'no picture' | 'not square' | 'too many pixels' | 'too small';
    };

/** Decodes an untrusted JPEG and encodes it again, without metadata. */
export type Paint = (jpeg: Uint8Array<ArrayBuffer>) => Promise<Painting>;

export type KeepPicturePorts = {
  readonly drafts: {
    /** Uses an upload of this person once. False: there is no unused upload with this key. */
    use(userId: string, key: ObjectKey, at: Date): Promise<boolean>;
    /** Stores the draft's key before the picture is stored. False: the account is gone. */
    draft(draft: Draft): Promise<boolean>;
  };
  readonly store: Pick<ObjectStore, 'keyOf' | 'read' | 'write' | 'remove'>;
  readonly randomBytes: RandomBytes;
  readonly clock: Clock;
};

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

/**
 * Turns an upload of this person into a stored picture, and returns its key: the caller publishes it
 * within ten minutes, or it is removed. The picture is a copy under a new key, so that nobody can
 * change it afterwards; the original is deleted. Refuses `not_found` for an address that is not an
 * unused upload of this person; `invalid` for data that is not a fitting picture; `too_large`;
 * `unavailable` when the store is away.
 */
export function keepPicture({ drafts, store, randomBytes, clock }: KeepPicturePorts) {
  return async (userId: string, url: string, use: PictureUse): Promise<ObjectKey> => {
    const painting = await use.paint(await original(userId, url));
    if (painting.kind === 'refused') {
      throw invalid({ path: use.path, message: refusals[painting.why] });
    }
    const nowMs = clock.now();
    const key = newKey(use.kind, randomBytes);
    const [createdAt, removeAt] = [new Date(nowMs), new Date(nowMs + draftLifeMs)];
    if (!(await drafts.draft({ key, userId, createdAt, removeAt }))) throw notFound();
    await store.write(key, painting.jpeg);
    return key;
  };

  async function original(userId: string, url: string): Promise<Uint8Array<ArrayBuffer>> {
    const key = store.keyOf(url);
    if (key === null || !(await drafts.use(userId, key, new Date(clock.now())))) throw notYours();

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
}

function notYours(): Refusal {
  return new Refusal('not_found', 'Please upload the picture again');
}
