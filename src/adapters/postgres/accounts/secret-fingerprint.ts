import type postgres from 'postgres';

export type Fingerprints = {
  /** Of the secret that this instance uses. */
  readonly own: string;
  /** Of the earlier secrets that it still accepts. */
  readonly earlier: readonly string[];
};

/**
 * Keeps this instance's fingerprint if none is kept, or one of its earlier secrets; then true. False:
 * the data are of another secret, and nothing was changed.
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

/** Forgets which secret was used: that of the next start is kept. */
export function forgetFingerprint(sql: postgres.Sql) {
  return async (): Promise<void> => {
    await sql`DELETE FROM secret_fingerprints`;
  };
}
