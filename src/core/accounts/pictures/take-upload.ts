import { Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { maxUploadBytes, type ObjectKey, type ObjectStore } from './object-store.ts';

/** What an address of ours says of the upload that it takes, as it was sent. */
export type UploadAddress = {
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

export type TakeUploadPorts = {
  readonly grants: {
    /** What the address allows; null unless we signed exactly that. */
    grantOf(address: UploadAddress): Grant | null;
  };
  readonly uploads: {
    /** Begins the upload. False: it has begun before, or nothing is known of it. */
    receive(key: ObjectKey, at: Date): Promise<boolean>;
  };
  readonly store: Pick<ObjectStore, 'write'>;
  readonly clock: Clock;
};

/** What comes with the address, unread. */
export type UploadBody = {
  /** Without parameters, in lower case; empty when nothing was said. */
  readonly type: string;
  /** As the headers have it; null when they do not say. */
  readonly declaredBytes: number | null;
  /** The bytes; refuses `too_large` as soon as there are more than `maxBytes`. */
  read(maxBytes: number): Promise<Uint8Array>;
};

/**
 * Takes an upload where the objects are ours to keep. Reads nothing before the address has proven
 * itself, and the same address never twice. Refuses `forbidden`, `unsupported_media_type`,
 * `too_large`, `conflict` and `malformed`.
 */
export function takeUpload({ grants, uploads, store, clock }: TakeUploadPorts) {
  return async (address: UploadAddress, body: UploadBody): Promise<void> => {
    const grant = grants.grantOf(address);
    if (grant === null || grant.expiresAtMs <= clock.now()) throw notAllowed();
    if (body.type !== 'image/jpeg') {
      throw new Refusal('unsupported_media_type', 'Send a picture with Content-Type: image/jpeg');
    }
    refuseOtherLength(grant, body.declaredBytes);
    if (!(await uploads.receive(grant.key, new Date(clock.now())))) {
      throw new Refusal('conflict', 'This upload address has been used');
    }

    const bytes = await body.read(grant.bytes ?? maxUploadBytes);
    if (bytes.byteLength === 0) throw new Refusal('malformed', 'The picture is empty');
    refuseOtherLength(grant, bytes.byteLength);
    await store.write(grant.key, bytes);
  };
}

function refuseOtherLength(grant: Grant, bytes: number | null): void {
  if (bytes === null) return;
  if (bytes > maxUploadBytes) {
    throw new Refusal('too_large', 'Please select an image smaller than 5MB.');
  }
  if (grant.bytes !== null && bytes !== grant.bytes) throw notAllowed();
}

function notAllowed(): Refusal {
  return new Refusal('forbidden', 'This upload address is invalid or has expired');
}
