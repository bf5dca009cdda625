import type { RandomBytes } from '#core/shared/ids';
import { invalid, notFound, Refusal } from '#core/shared/refusal';
import { minuteMs, type Clock } from '#core/shared/time';
import { maxUploadBytes, type ObjectKey, type ObjectStore } from './object-store.ts';
import { newKey } from './offer-upload.ts';
import type { User } from '#core/accounts/user';

/** A picture that is kept, but not shown yet. */
export type Draft = {
  readonly key: ObjectKey;
  readonly userId: string;
  readonly createdAt: Date;
  /** Unless it is published before, it goes. */
  readonly removeAt: Date;
};

export type Portrait =
  | { readonly kind: 'portrait'; readonly jpeg: Uint8Array }
  | { readonly kind: 'refused'; readonly why: 'no picture' | 'not square' | 'too many pixels' };

export type ChangeAvatarPorts = {
  readonly avatars: {
    /** Uses an upload of this person up. False: there is none to be used. */
    use(userId: string, key: ObjectKey, at: Date): Promise<boolean>;
    /** Notes a picture before it is stored. False: the account is gone. */
    draft(draft: Draft): Promise<boolean>;
    /**
     * At once and altogether: the draft is the person's picture, shown at `url`, and their former
     * one is to go. Null for both leaves them without one. Null when the account is gone.
     */
    publish(
      userId: string,
      shown: { key: ObjectKey; url: string } | null,
      at: Date,
    ): Promise<User | null>;
  };
  readonly store: Pick<ObjectStore, 'keyOf' | 'read' | 'write' | 'remove'>;
  /** Reads a JPEG of anybody's making and paints it anew: square, at most 512 px, nothing else in it. */
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
 * Makes an upload of this person their picture, and answers them as they are now; null takes the
 * picture away. What is shown is a copy under a new key, so that nobody can change it afterwards,
 * and the original is deleted. Refuses `not_found` for whatever is no unused upload of theirs, all
 * alike; `invalid` for what is no picture; `too_large`; `unavailable` when the store is away.
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
