import type { RandomBytes } from '#core/shared/ids';
import { invalid, notFound, Refusal } from '#core/shared/refusal';
import { minuteMs, type Clock } from '#core/shared/time';
import { maxUploadBytes, type ObjectKey, type ObjectStore } from './object-store.ts';
import { newKey } from './offer-upload.ts';
import type { User } from '#core/accounts/user';

/** A stored picture that is not shown yet. */
export type Draft = {
  readonly key: ObjectKey;
  readonly userId: string;
  readonly createdAt: Date;
  /** The object is removed at this time unless it was published before. */
  readonly removeAt: Date;
};

export type Portrait =
  | { readonly kind: 'portrait'; readonly jpeg: Uint8Array }
  | { readonly kind: 'refused'; readonly why: 'no picture' | 'not square' | 'too many pixels' };

export type ChangeAvatarPorts = {
  readonly avatars: {
    /** Uses an upload of this person once. False: there is no unused upload with this key. */
    use(userId: string, key: ObjectKey, at: Date): Promise<boolean>;
    /** Stores the draft's key before the picture is stored. False: the account is gone. */
    draft(draft: Draft): Promise<boolean>;
    /**
     * In one transaction: makes the draft the person's picture, shown at `url`, and schedules the
     * removal of the former one. Null for both removes the picture. Returns null when the account
     * is gone.
     */
    publish(
      userId: string,
      shown: { key: ObjectKey; url: string } | null,
      at: Date,
    ): Promise<User | null>;
  };
  readonly store: Pick<ObjectStore, 'keyOf' | 'read' | 'write' | 'remove'>;
  /** Decodes an untrusted JPEG and encodes it again: square, at most 512 px, without metadata. */
  paint(jpeg: Uint8Array<ArrayBuffer>): Promise<Portrait>;
  readonly randomBytes: RandomBytes;
  readonly clock: Clock;
};

/** Longer than publishing may take. */
const draftLifeMs = 10 * minuteMs;

const refusals = {
  'no picture': 'Please select an image file.',
  'not square': 'Please select a square picture',
  'too many pixels': 'Please select a picture with at most 25 megapixels',
} as const;

/**
 * Makes an upload of this person their picture, and returns the person as stored now; null removes
 * the picture. The published picture is a copy under a new key, so that nobody can change it
 * afterwards; the original is deleted. Refuses `not_found` for a key that is not an unused upload
 * of this person; `invalid` for data that is not a picture; `too_large`; `unavailable` when the
 * store is away.
 */
export function changeAvatar(ports: ChangeAvatarPorts) {
  const { avatars, store, randomBytes, clock } = ports;

  return async (user: User, address: string | null): Promise<User> => {
    const shown = address === null ? null : await keep(user, await original(user, address));
    const changed = await avatars.publish(user.id, shown, new Date(clock.now()));
    if (changed === null) throw notFound();
    return changed;
  };

  async function original(user: User, address: string): Promise<Uint8Array<ArrayBuffer>> {
    const key = store.keyOf(address);
    if (key === null || !(await avatars.use(user.id, key, new Date(clock.now())))) throw notYours();

    const found = await store.read(key, maxUploadBytes);
    await store.remove(key);
    switch (found.kind) {
      case 'found':
        return found.bytes;
      case 'missing':
        throw notYours();
      case 'too_large':
        throw new Refusal('too_large', 'Please select an image smaller than 5MB.');
    }
  }

  async function keep(user: User, bytes: Uint8Array<ArrayBuffer>) {
    const portrait = await ports.paint(bytes);
    if (portrait.kind === 'refused') {
      throw invalid({ path: 'avatarURL', message: refusals[portrait.why] });
    }
    const nowMs = clock.now();
    const key = newKey('avatars', randomBytes);
    const [createdAt, removeAt] = [new Date(nowMs), new Date(nowMs + draftLifeMs)];
    if (!(await avatars.draft({ key, userId: user.id, createdAt, removeAt }))) throw notFound();
    await store.write(key, portrait.jpeg);
    return { key, url: `/api/${key}.jpg?t=${nowMs}` };
  }
}

function notYours(): Refusal {
  return new Refusal('not_found', 'Please upload the picture again');
}
