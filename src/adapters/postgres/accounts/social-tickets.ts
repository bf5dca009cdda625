import type postgres from 'postgres';
import type { SocialTickets } from '#core/accounts/sign-in/social-accounts';

/** Used login tickets in Postgres. The primary key decides which caller was first. */
export function postgresSocialTickets(sql: postgres.Sql): SocialTickets {
  return {
    async spend(stateDigest, at, until) {
      const spent = await sql`
        WITH over AS (DELETE FROM spent_social_tickets WHERE until <= ${at})
        INSERT INTO spent_social_tickets (state_digest, until) VALUES (${stateDigest}, ${until})
        ON CONFLICT (state_digest) DO NOTHING
        RETURNING state_digest`;
      return spent.length > 0;
    },
  };
}
