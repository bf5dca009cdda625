import { timingSafeEqual } from 'node:crypto';
import type { ObjectKey, ObjectStore } from '#core/accounts/pictures/object-store';
import type { TakeUploadPorts, UploadAddress } from '#core/accounts/pictures/take-upload';
import { secondMs } from '#core/shared/time';

/** Signs addresses for uploads to this instance, and verifies them. */
export type UploadAddresses = Pick<ObjectStore, 'offer' | 'keyOf'> & TakeUploadPorts['grants'];

const path = '/api/objects/put/';

/**
 * Addresses at `appUrl`, each signed over its key, type, length and expiry with the first of the
 * keyed hashes. Addresses signed by one of the others are also valid.
 */
export function uploadAddresses(
  appUrl: string,
  hashes: (text: string) => readonly [Buffer, ...Buffer[]],
): UploadAddresses {
  const signatures = ({ id, expires, length }: Omit<UploadAddress, 'signature'>) =>
    hashes(['PUT', id, 'image/jpeg', length, expires].join('\n'));

  return {
    offer({ key, bytes, expiresAt }) {
      const id = key.slice(key.indexOf('/') + 1);
      const expires = String(Math.floor(expiresAt.getTime() / secondMs));
      const length = bytes === null ? '' : String(bytes);
      const [signature] = signatures({ id, expires, length });
      const address = new URL(`${path}${id}`, appUrl);
      address.searchParams.set('expires', expires);
      if (length !== '') address.searchParams.set('length', length);
      address.searchParams.set('signature', signature.toString('hex'));
      return Promise.resolve(address.href);
    },

    keyOf(address) {
      const url = URL.parse(address);
      if (url?.origin !== appUrl || !url.pathname.startsWith(path)) return null;
      return uploadKey(url.pathname.slice(path.length));
    },

    grantOf(address) {
      const key = uploadKey(address.id);
      const given = Buffer.from(address.signature, 'hex');
      const isSigned = signatures(address).some(
        (right) => given.length === right.length && timingSafeEqual(given, right),
      );
      if (key === null || !isSigned) return null;
      const bytes = address.length === '' ? null : Number(address.length);
      return { key, bytes, expiresAtMs: Number(address.expires) * secondMs };
    },
  };
}

function uploadKey(id: string): ObjectKey | null {
  return /^[0-9a-f]{32}$/.test(id) ? `uploads/${id}` : null;
}
