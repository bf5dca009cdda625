import { Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { mostUploadBytes, pictureComplaints } from '#contract/account-limits';
import type { ObjectKey, ObjectStore } from './object-store.ts';

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

export type ReceiveUploadPorts = {
  readonly grants: {
    /** The limits in the URL; null unless this instance signed exactly this URL. */
    grantOf(url: UploadUrl): Grant | null;
  };
  readonly uploads: {
    /** Marks the upload as begun. False: it has already begun, or it is unknown. */
    receive(key: ObjectKey, at: Date): Promise<boolean>;
  };
  readonly store: Pick<ObjectStore, 'write'>;
  readonly clock: Clock;
};

/** The request body, not yet read. */
export type UploadBody = {
  /** Media type without parameters, in lower case; empty when absent. */
  readonly type: string;
  /** From the Content-Length header; null when absent. */
  readonly declaredBytes: number | null;
  /** Reads the body; refuses `too_large` as soon as there are more than `mostUploadBytes` bytes. */
  read(mostUploadBytes: number): Promise<Uint8Array>;
};

/**
 * Accepts an upload when this instance stores the objects itself. It reads the body only after it
 * has verified the URL, and accepts each URL once. Refuses `forbidden`,
 * `unsupported_media_type`, `too_large`, `conflict` and `malformed`.
 */
export function receiveUpload({ grants, uploads, store, clock }: ReceiveUploadPorts) {
  return async (url: UploadUrl, body: UploadBody): Promise<void> => {
    const grant = grants.grantOf(url);
    if (grant === null || grant.expiresAtMs <= clock.now()) throw notAllowed();
    if (body.type !== 'image/jpeg') {
      throw new Refusal('unsupported_media_type', 'Send a picture with Content-Type: image/jpeg');
    }
    refuseOtherLength(grant, body.declaredBytes);
    if (!(await uploads.receive(grant.key, new Date(clock.now())))) {
      throw new Refusal('conflict', 'This upload URL was already used');
    }

    const bytes = await body.read(grant.bytes ?? mostUploadBytes);
    if (bytes.byteLength === 0) throw new Refusal('malformed', 'The picture is empty');
    refuseOtherLength(grant, bytes.byteLength);
    await store.write(grant.key, bytes);
  };
}

function refuseOtherLength(grant: Grant, bytes: number | null): void {
  if (bytes === null) return;
  if (bytes > mostUploadBytes) {
    throw new Refusal('too_large', pictureComplaints.size);
  }
  if (grant.bytes !== null && bytes !== grant.bytes) throw notAllowed();
}

function notAllowed(): Refusal {
  return new Refusal('forbidden', 'This upload URL is invalid or has expired');
}
