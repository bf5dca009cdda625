import type postgres from 'postgres';
import type { ServedDomain, ServedDomains } from '#core/domains/served-domains';

/** Keeps the proven domains in memory equal to Postgres. */
export type DomainReading = {
  /**
   * Called before the transaction begins. The result reads the domains in the transaction of the
   * links, if they differ from the last reading.
   */
  begin(): (tx: postgres.TransactionSql) => Promise<void>;
};

/**
 * Compares a digest of all proven domains, so that a poll without a change reads one row and no
 * removed domain is left out. A read is dropped when this instance changes a domain meanwhile.
 * After each of its own changes all domains are read again, because another instance or request may
 * have removed the domain before.
 */
export function domainReading(domains: ServedDomains): DomainReading {
  let known = { digest: '', generation: -1 };

  return {
    begin() {
      const generation = domains.generation();
      return async (tx) => {
        const [{ digest } = { digest: '' }] = await tx<{ digest: string }[]>`
          SELECT coalesce(md5(string_agg(number || ':' || version, ',' ORDER BY number)), '') AS digest
          FROM domains WHERE state = 'proven'`;
        if (digest === known.digest && generation === known.generation) return;

        const served = await tx<ServedDomain[]>`
          SELECT number::float8 AS number, user_id AS "userId", host, is_pointed AS "isPointed",
            root_url AS "rootUrl", unknown_url AS "unknownUrl", app_links AS "appLinks"
          FROM domains WHERE state = 'proven'`;
        if (domains.generation() !== generation) return;
        domains.replace(served);
        known = { digest, generation: domains.generation() };
      };
    },
  };
}
