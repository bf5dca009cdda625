import type { RandomBytes } from '#core/shared/ids';
import { refuseFlood } from '#core/shared/limits/rate-limit';
import { hourMs, minuteMs, type Clock } from '#core/shared/time';
import type { ObjectKey, ObjectStore, ShownKind } from './object-store.ts';

/** Permission for one upload. */
export type Upload = {
  readonly key: ObjectKey;
  readonly userId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** The object is removed at this time, used or not. */
  readonly removeAt: Date;
};

export type OfferUploadPorts = {
  readonly uploads: {
    /**
     * Stores the upload and returns 0. When the account has begun `limit` uploads within
     * `windowMs`, it stores nothing and returns the seconds to wait. All instances share the count.
     */
    open(upload: Upload, most: { limit: number; windowMs: number }): Promise<number>;
  };
  readonly store: Pick<ObjectStore, 'offer'>;
  readonly randomBytes: RandomBytes;
  readonly clock: Clock;
};

const uploadsPerHour = 10;
const offerLifeMs = 2 * minuteMs;
/** An upload that began at the last moment has ended by then. */
const settlingMs = 2 * minuteMs;

/**
 * Gives a person an address that accepts one JPEG for two minutes; of exactly `bytes` bytes when
 * the size is given. Refuses `too_many_requests` from the eleventh within an hour, and `invalid` when
 * the store needs the size.
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
    const url = await store.offer(terms);
    const waitSeconds = await uploads.open(
      {
        key: terms.key,
        userId,
        createdAt: terms.givenAt,
        expiresAt: terms.expiresAt,
        removeAt: new Date(nowMs + offerLifeMs + settlingMs),
      },
      { limit: uploadsPerHour, windowMs: hourMs },
    );
    refuseFlood(waitSeconds, 'You uploaded too many pictures. Please try again later.');
    return url;
  };
}

/** A random key that does not reveal its owner. */
export function newKey(kind: 'uploads' | ShownKind, randomBytes: RandomBytes): ObjectKey {
  return `${kind}/${randomBytes(16).toHex()}`;
}
