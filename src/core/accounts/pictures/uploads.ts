import { mostUploadBytes, pictureComplaints } from '#contract/accounts/person-limits';
import { refuseFlood } from '#core/shared/limits/rate-limit';
import { Refusal } from '#core/shared/refusal';
import { hourMs, minuteMs } from '#core/shared/time';
import { newKey } from './keep-picture.ts';
import type { Grant, PicturePorts, UploadUrl } from './ports.ts';

const uploadsPerHour = 10;
const offerLifeMs = 2 * minuteMs;
/** Longer than an upload takes that began just before its address expired. */
const settlingMs = 2 * minuteMs;

/**
 * Gives a person an address that accepts one JPEG for two minutes; of exactly `bytes` bytes when
 * the size is given. Refuses `too_many_requests` from the eleventh within an hour, `invalid` when
 * the store needs the size, and `unavailable` while there is little space.
 */
export async function offerUpload(
  { objects, store, refuseFull, randomBytes, clock }: PicturePorts,
  userId: string,
  bytes: number | null,
): Promise<string> {
  refuseFull();
  const nowMs = clock.now();
  const terms = {
    key: newKey('uploads', randomBytes),
    bytes,
    givenAt: new Date(nowMs),
    expiresAt: new Date(nowMs + offerLifeMs),
  };
  const url = await store.offer(terms);
  const waitSeconds = await objects.open(
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
}

/** The request body, not yet read. */
export type UploadBody = {
  /** Media type without parameters, in lower case; empty when absent. */
  readonly type: string;
  /** From the Content-Length header; null when absent. */
  readonly declaredBytes: number | null;
  /** Reads the body; refuses `too_large` as soon as there are more than `maxBytes` bytes. */
  read(maxBytes: number): Promise<Uint8Array>;
};

/**
 * Accepts an upload when this instance stores the objects itself. It reads the body only after it
 * has verified the URL, and accepts each URL once. Refuses `forbidden`,
 * `unsupported_media_type`, `too_large`, `conflict`, `malformed`, and `unavailable` while there is
 * little space.
 */
export async function receiveUpload(
  { objects, store, grantOf, refuseFull, clock }: PicturePorts,
  url: UploadUrl,
  body: UploadBody,
): Promise<void> {
  refuseFull();
  const grant = grantOf(url);
  if (grant === null || grant.expiresAtMs <= clock.now()) throw notAllowed();
  if (body.type !== 'image/jpeg') {
    throw new Refusal('unsupported_media_type', 'Send a picture with Content-Type: image/jpeg');
  }
  refuseOtherLength(grant, body.declaredBytes);
  if (!(await objects.receive(grant.key, new Date(clock.now())))) {
    throw new Refusal('conflict', 'This upload URL was already used');
  }

  const bytes = await body.read(grant.bytes ?? mostUploadBytes);
  if (bytes.byteLength === 0) throw new Refusal('malformed', 'The picture is empty');
  refuseOtherLength(grant, bytes.byteLength);
  await store.write(grant.key, bytes);
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
