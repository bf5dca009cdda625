import type postgres from 'postgres';

export type Fingerprints = {
  /** The fingerprint of the secret that this instance uses. */
  readonly own: string;
  /** The fingerprints of the earlier secrets that it still accepts. */
  readonly earlier: readonly string[];
};

/**
 * Stores this instance's fingerprint when none is stored, or when that of one of its earlier
 * secrets is. Returns false and changes nothing when the data belong to another secret.
 */
export async function keepFingerprint(
  sql: postgres.Sql,
  { own, earlier }: Fingerprints,
): Promise<boolean> {
  const [kept] = await sql<{ fingerprint: string }[]>`SELECT fingerprint FROM secret_fingerprints`;
  if (kept?.fingerprint === own) return true;
  const changed = await sql`
    INSERT INTO secret_fingerprints (fingerprint) VALUES (${own})
    ON CONFLICT (is_only) DO UPDATE
    SET fingerprint = excluded.fingerprint, kept_at = now()
    WHERE secret_fingerprints.fingerprint = ANY(${[own, ...earlier]})`;
  return changed.count === 1;
}

/** Deletes the fingerprint, so that the next start stores its own. */
export function forgetFingerprint(sql: postgres.Sql) {
  return async (): Promise<void> => {
    await sql`DELETE FROM secret_fingerprints`;
  };
}
