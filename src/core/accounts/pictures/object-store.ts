/** What a published picture is: of a profile, in QR codes, or of link previews. */
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
