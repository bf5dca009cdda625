import { createHmac } from 'node:crypto';
import { deriveKey } from '#adapters/embedded/app-secret';

/** A keyed hash of an address, 64 hexadecimal digits, by which limits count without knowing whom. */
export function pseudonyms(secret: string): (text: string) => string {
  const key = deriveKey(secret, 'login-throttle');
  return (text) => createHmac('sha256', key).update(text).digest('hex');
}
