import type { RandomBytes } from '#core/shared/ids';

const prefix = 'whsec_';
const secretBytes = 32;

/** HMAC-SHA256 of a text. */
export type Hmac = (key: Uint8Array, text: string) => Uint8Array;

/** A new secret of a webhook, as Standard Webhooks writes it: `whsec_` and base64 of 32 bytes. */
export function newSecret(randomBytes: RandomBytes): string {
  return `${prefix}${Uint8Array.from(randomBytes(secretBytes)).toBase64()}`;
}

type Signed = { readonly id: string; readonly seconds: number; readonly body: string };

/**
 * The header `webhook-signature` of Standard Webhooks 1.0.0: one signature by each secret, separated
 * by spaces.
 */
export function signatures(
  hmac: Hmac,
  secrets: readonly string[],
  { id, seconds, body }: Signed,
): string {
  return secrets
    .map((secret) => {
      const key = Uint8Array.fromBase64(secret.slice(prefix.length));
      return `v1,${hmac(key, `${id}.${seconds}.${body}`).toBase64()}`;
    })
    .join(' ');
}
