import type { User } from '#core/accounts/user';
import type { RandomBytes } from '#core/shared/ids';
import type { Clock } from '#core/shared/time';

/** What the use cases of pictures take. */
export type PicturePorts = {
  readonly objects: Objects;
  readonly store: ObjectStore;
  /** The limits in an upload's URL; null unless this instance signed exactly this URL. */
  readonly grantOf: (url: UploadUrl) => Grant | null;
  /** The result is square, and at most 512 px a side. */
  readonly paint: Paint;
  /** Refuses `unavailable` while this instance has little space for uploads. */
  readonly refuseFull: () => void;
  readonly randomBytes: RandomBytes;
  readonly clock: Clock;
};

/** Where a published picture is shown: in a profile, in QR codes, or in link previews. */
export type ShownKind = 'avatars' | 'logos' | 'previews';

/** An object's name: its kind, and 128 random bits. */
export type ObjectKey = `${'uploads' | ShownKind}/${string}`;

/** The limits that an upload address carries. The type is always image/jpeg. */
export type UploadTerms = {
  readonly key: ObjectKey;
  /** The exact size, when the client announced it; otherwise null. */
  readonly bytes: number | null;
  readonly givenAt: Date;
  readonly expiresAt: Date;
};

export type FoundObject =
  | { readonly kind: 'found'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'missing' }
  | { readonly kind: 'too_large' };

/**
 * Storage of pictures. Every call ends within seconds. When the store is away, fails or hangs, the
 * call refuses `unavailable`, so that only pictures are affected.
 */
export type ObjectStore = {
  /**
   * Returns an address that accepts one PUT under these terms; sends no request to the store. Refuses
   * `invalid` without a size when the store could not limit the upload itself.
   */
  offer(terms: UploadTerms): Promise<string>;
  /** The key in an address made by `offer`, with or without its query; null for other text. */
  keyOf(url: string): ObjectKey | null;
  /** Reads the object, unless it is larger than `maxBytes`. */
  read(key: ObjectKey, maxBytes: number): Promise<FoundObject>;
  /** Stores a JPEG, completely or not at all. */
  write(key: ObjectKey, jpeg: Uint8Array): Promise<void>;
  /** Removes the object; a missing object is no error. */
  remove(key: ObjectKey): Promise<void>;
};

/** Permission for one upload. */
export type Upload = {
  readonly key: ObjectKey;
  readonly userId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** The object is removed at this time, used or not. */
  readonly removeAt: Date;
};

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

/** The parts of an upload URL, as the client sent them. */
export type UploadUrl = {
  readonly id: string;
  readonly expires: string;
  readonly length: string;
  readonly signature: string;
};

export type Grant = {
  readonly key: ObjectKey;
  readonly bytes: number | null;
  readonly expiresAtMs: number;
};

/** The records of all objects, shared by all instances. The objects themselves are in the store. */
export type Objects = {
  /**
   * Stores the upload and returns 0. When the account has begun `limit` uploads within
   * `windowMs`, it stores nothing and returns the seconds to wait. All instances share the count.
   */
  open(upload: Upload, most: { limit: number; windowMs: number }): Promise<number>;
  /** Marks the upload as begun. False: it has already begun, or it is unknown. */
  receive(key: ObjectKey, at: Date): Promise<boolean>;
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
  /**
   * Keys of at most `limit` objects to remove, the longest waiting first: expired objects, and
   * those of deleted accounts.
   */
  due(at: Date, limit: number): Promise<readonly ObjectKey[]>;
  /**
   * Records that the object was removed. When a client can still upload it, it is due again after
   * that time.
   */
  settle(key: ObjectKey, at: Date): Promise<void>;
  /** Schedules the removal again at `until`, after a failed one. */
  postpone(key: ObjectKey, until: Date): Promise<void>;
  /** Deletes the records of objects that were removed before `removedBefore`. */
  forget(removedBefore: Date): Promise<void>;
  /** Returns those keys whose objects were removed on any instance and are not in use. */
  removed(keys: readonly ObjectKey[]): Promise<readonly ObjectKey[]>;
};
