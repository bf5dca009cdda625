import { createHmac } from 'node:crypto';
import { deriveKey } from '#adapters/embedded/app-secret';
import { namingSecret, type AppSecret } from './secrets.ts';

/** A keyed hash of an address, 64 hexadecimal digits, by which limits count without knowing whom. */
export function pseudonyms(secret: AppSecret): (text: string) => string {
  const key = deriveKey(namingSecret(secret), 'login-throttle');
  return (text) => createHmac('sha256', key).update(text).digest('hex');
}
