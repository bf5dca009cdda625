import { noAppLinks } from '#contract/app-links';
import type { Sql } from '#adapters/postgres/connect';
import type { Domain } from '#core/domains/domain';
import type { LinkDomain } from '#core/links/link-domain';
import type { ServedDomain } from '#core/domains/served-domains';

/** A typical proven domain; tests name only the fields that they need. */
export function aServedDomain(change: Partial<ServedDomain> = {}): ServedDomain {
  return {
    number: 4,
    userId: '0193c0de-0000-7000-8000-0000000000bb',
    host: 'go.shop.example',
    isPointed: true,
    rootUrl: null,
    unknownUrl: null,
    appLinks: noAppLinks,
    ...change,
  };
}

/** A new claim of an account; tests name only the fields that they need. */
export function aDomainClaim(change: Partial<Domain> = {}): Domain {
  const createdAt = change.createdAt ?? new Date(0);
  return {
    id: 'a',
    number: 1,
    userId: 'b',
    host: 'go.example.com',
    token: 'c',
    state: 'waiting',
    misses: 0,
    isPointed: false,
    findings: null,
    isDefault: false,
    rootUrl: null,
    unknownUrl: null,
    appLinks: noAppLinks,
    createdAt,
    edition: 1,
    checkedAt: null,
    nextCheckAt: createdAt,
    ...change,
  };
}

/** A proven domain in Postgres; with `host`, of that name. */
export async function newDomain(
  sql: Sql,
  userId: string,
  host = `go-${crypto.randomUUID().slice(0, 8)}.shop.example`,
): Promise<LinkDomain> {
  const [row] = await sql<[{ number: string }]>`
    INSERT INTO domains (id, user_id, host, token, state, is_pointed, created_at, next_check_at)
    VALUES (${Bun.randomUUIDv7()}, ${userId}, ${host}, 'token', 'proven', true, now(), now() + interval '1 day')
    RETURNING number`;
  return { number: Number(row.number), host };
}
