import { timingSafeEqual } from 'node:crypto';
import { uploadPath } from '#contract/accounts/avatars';
import type {
  ObjectKey,
  ObjectStore,
  PicturePorts,
  UploadUrl,
} from '#core/accounts/pictures/ports';
import { secondMs } from '#core/shared/time';

/** Signs addresses for uploads to this instance, and verifies them. */
export type UploadUrls = Pick<ObjectStore, 'offer' | 'keyOf'> & Pick<PicturePorts, 'grantOf'>;

/**
 * Addresses at `appUrl`, each signed over its key, type, length and expiry with the first of the
 * keyed hashes. Addresses signed by one of the others are also valid.
 */
export function uploadUrls(
  appUrl: string,
  hashes: (text: string) => readonly [Buffer, ...Buffer[]],
): UploadUrls {
  const signatures = ({ id, expires, length }: Omit<UploadUrl, 'signature'>) =>
    hashes(['PUT', id, 'image/jpeg', length, expires].join('\n'));

  return {
    offer({ key, bytes, expiresAt }) {
      const id = key.slice(key.indexOf('/') + 1);
      const expires = String(Math.floor(expiresAt.getTime() / secondMs));
      const length = bytes === null ? '' : String(bytes);
      const [signature] = signatures({ id, expires, length });
      const url = new URL(`${uploadPath}${id}`, appUrl);
      url.searchParams.set('expires', expires);
      if (length !== '') url.searchParams.set('length', length);
      url.searchParams.set('signature', signature.toString('hex'));
      return Promise.resolve(url.href);
    },

    keyOf(text) {
      const url = URL.parse(text);
      if (url?.origin !== appUrl || !url.pathname.startsWith(uploadPath)) return null;
      return uploadKey(url.pathname.slice(uploadPath.length));
    },

    grantOf(url) {
      const key = uploadKey(url.id);
      const given = Buffer.from(url.signature, 'hex');
      const isSigned = signatures(url).some(
        (right) => given.length === right.length && timingSafeEqual(given, right),
      );
      if (key === null || !isSigned) return null;
      const bytes = url.length === '' ? null : Number(url.length);
      return { key, bytes, expiresAtMs: Number(url.expires) * secondMs };
    },
  };
}

function uploadKey(id: string): ObjectKey | null {
  return /^[0-9a-f]{32}$/.test(id) ? `uploads/${id}` : null;
}
