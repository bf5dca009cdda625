import type postgres from 'postgres';
import type { SecretSeal } from './webhooks.ts';

type ChangingSeal = SecretSeal & {
  /** The first bytes of everything encrypted from now on. */
  readonly keyId: Uint8Array;
};

type Row = { readonly id: string; readonly secret: Buffer; readonly formerSecret: Buffer | null };

/**
 * Encrypts the secrets of webhooks again under the newest key, so that an earlier key can be given
 * up. Secrets that no known key decrypts stay as they are, and one that is replaced meanwhile stays
 * replaced.
 */
export function resealSecrets(sql: postgres.Sql, seal: ChangingSeal) {
  const isOld = (column: 'secret' | 'former_secret') =>
    sql`substring(${sql(column)} FROM 1 FOR ${seal.keyId.length}) <> ${seal.keyId}`;

  return async (): Promise<void> => {
    const rows = await sql<Row[]>`
      SELECT id, secret, former_secret AS "formerSecret" FROM webhooks
      WHERE ${isOld('secret')} OR ${isOld('former_secret')}`;
    for (const { id, secret, formerSecret } of rows) {
      const renewed = resealed(secret);
      if (renewed === null) continue;
      const former = formerSecret && resealed(formerSecret);
      await sql`
        UPDATE webhooks SET secret = ${renewed}, former_secret = ${former}
        WHERE id = ${id} AND secret = ${secret}`;
    }
  };

  /** Null when no known key decrypts it. */
  function resealed(bytes: Uint8Array): Buffer | null {
    try {
      return Buffer.from(seal.close(seal.open(bytes)));
    } catch {
      return null;
    }
  }
}
