import { Elysia } from 'elysia';
import type { EventStoreLogin, renewLogin } from '#core/analytics/sql/event-store-logins';
import type { RunStatementPorts } from '#core/analytics/sql/run-statement';
import { Refusal } from '#core/shared/refusal';
import { sessionToken, signedIn, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

/** Where and as whom an account's owner may sign in, without the password. */
export type EventStoreLoginJson = {
  /** An origin of ClickHouse's HTTP interface. */
  readonly url: string;
  /** Also the name of the user. */
  readonly database: string;
  /** ISO 8601 in UTC; null: there is no password that its owner knows. */
  readonly createdAt: string | null;
};

export type LoginRoutesPorts = {
  readonly session: SignedInPorts;
  readonly state: RunStatementPorts['state'];
  readonly databaseOf: (userId: string) => string;
  /** Null where people's tools do not reach the event store. */
  readonly direct: {
    /** An origin. */
    readonly url: string;
    readonly logins: {
      find(userId: string): Promise<Pick<EventStoreLogin, 'shownAt'> | null>;
      withdraw(userId: string): Promise<void>;
    };
    readonly renewLogin: ReturnType<typeof renewLogin>;
  } | null;
};

/**
 * A person's own user in the operator's event store: it reads the same views as SQL here. They need
 * a session: an API key cannot create a password.
 */
export function eventStoreLoginRoutes({ session, state, databaseOf, direct }: LoginRoutesPorts) {
  const offered = async () => {
    if (direct !== null && (await state()) === 'on') return direct;
    throw new Refusal('not_supported', 'Direct connections are not available on this server');
  };
  const jsonOf = (url: string, userId: string, shownAt: Date | null): EventStoreLoginJson => ({
    url,
    database: databaseOf(userId),
    createdAt: shownAt?.toISOString() ?? null,
  });

  return new Elysia({ name: 'event-store-login' })
    .use(signedIn(session))
    .get('/api/sql/login', async ({ user }): Promise<{ login: EventStoreLoginJson | null }> => {
      if (direct === null || (await state()) !== 'on') return { login: null };
      const found = await direct.logins.find(user.id);
      return { login: jsonOf(direct.url, user.id, found?.shownAt ?? null) };
    })
    .post('/api/sql/login', async ({ user, request, set }) => {
      const { url, renewLogin: renew, logins } = await offered();
      const password = await renew(user, sessionToken(session, request));
      const found = await logins.find(user.id);
      set.status = 201;
      return { ...jsonOf(url, user.id, found?.shownAt ?? null), password };
    })
    .delete('/api/sql/login', async ({ user, set }) => {
      const { logins } = await offered();
      await logins.withdraw(user.id);
      set.status = 204;
    });
}
