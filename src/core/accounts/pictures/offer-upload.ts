import type { RandomBytes } from '#core/shared/ids';
import { refuseFlood } from '#core/shared/rate-limit';
import { hourMs, minuteMs, type Clock } from '#core/shared/time';
import type { ObjectKey, ObjectStore } from './object-store.ts';

/** An upload that somebody may make. */
export type Upload = {
  readonly key: ObjectKey;
  readonly userId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** After this the object goes, used or not. */
  readonly removeAt: Date;
};

export type OfferUploadPorts = {
  readonly uploads: {
    /**
     * Notes the upload and answers 0; or notes nothing and answers the whole seconds to wait, when
     * the account has begun `limit` others within `windowMs`. The same count holds for all instances.
     */
    open(upload: Upload, most: { limit: number; windowMs: number }): Promise<number>;
  };
  readonly store: Pick<ObjectStore, 'offer'>;
  readonly randomBytes: RandomBytes;
  readonly clock: Clock;
};

const uploadsPerHour = 10;
const offerLifeMs = 2 * minuteMs;
/** Whatever was begun at the last moment has come or failed by then. */
const settlingMs = 2 * minuteMs;

/**
 * Gives a person an address that takes one JPEG for two minutes; of exactly `bytes` bytes when that
 * is said. Refuses `too_many_requests` from the eleventh in an hour on.
 */
export function offerUpload({ uploads, store, randomBytes, clock }: OfferUploadPorts) {
  return async (userId: string, bytes: number | null): Promise<string> => {
    const nowMs = clock.now();
    const terms = {
      key: newKey('uploads', randomBytes),
      bytes,
      givenAt: new Date(nowMs),
      expiresAt: new Date(nowMs + offerLifeMs),
    };
    const waitSeconds = await uploads.open(
      {
        ...{ key: terms.key, userId, createdAt: terms.givenAt, expiresAt: terms.expiresAt },
        removeAt: new Date(nowMs + offerLifeMs + settlingMs),
      },
      { limit: uploadsPerHour, windowMs: hourMs },
    );
    refuseFlood(waitSeconds, 'You uploaded too many pictures. Please try again later.');
    return store.offer(terms);
  };
}

/** A key that nobody can guess and that says nothing of its owner. */
export function newKey(kind: 'uploads' | 'avatars', randomBytes: RandomBytes): ObjectKey {
  return `${kind}/${randomBytes(16).toHex()}`;
}
