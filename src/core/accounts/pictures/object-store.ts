/** A name of an object: 128 random bits under the word for what it is. */
export type ObjectKey = `${'uploads' | 'avatars'}/${string}`;

/** What an address that takes an upload is bound to. Its type is always image/jpeg. */
export type UploadTerms = {
  readonly key: ObjectKey;
  /** Exactly so many, where whoever asked said how many there will be. */
  readonly bytes: number | null;
  readonly givenAt: Date;
  readonly expiresAt: Date;
};

export type FoundObject =
  | { readonly kind: 'found'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'missing' }
  | { readonly kind: 'too_large' };

/**
 * Where pictures are kept. Every call ends within seconds: a store that is away, fails or hangs is
 * refused as `unavailable`, so that nothing but pictures suffers from it.
 */
export type ObjectStore = {
  /** An address that takes one PUT on the terms; asks the store nothing. */
  offer(terms: UploadTerms): Promise<string>;
  /** The key that an address of `offer` is for, whatever its query; null for any other text. */
  keyOf(address: string): ObjectKey | null;
  /** The object, unless it is larger than `maxBytes`. */
  read(key: ObjectKey, maxBytes: number): Promise<FoundObject>;
  /** Keeps a JPEG, whole or not at all. */
  write(key: ObjectKey, jpeg: Uint8Array): Promise<void>;
  /** Leaves nothing under the key; a missing object is no failure. */
  remove(key: ObjectKey): Promise<void>;
};

/** 5 MB. */
export const maxUploadBytes = 5 * 1024 * 1024;
