import { Elysia } from 'elysia';
import type {
  ActiveSession,
  endOtherSessions,
  listSessions,
  revokeSession,
} from '#core/accounts/sign-in/active-sessions';
import type { DescribeAgent } from '#core/clicks/read-agent';
import type { DeviceCookie } from '#adapters/http/cookies/device-cookie';
import { sessionToken, signedIn, type SignedInPorts } from './signed-in.ts';

export type SessionRoutesPorts = {
  readonly session: SignedInPorts;
  readonly devices: Pick<DeviceCookie, 'give'>;
  readonly listSessions: ReturnType<typeof listSessions>;
  readonly revokeSession: ReturnType<typeof revokeSession>;
  readonly endOtherSessions: ReturnType<typeof endOtherSessions>;
  readonly describeAgent: DescribeAgent;
};

/** A session of a person, as the API shows it. Dates are ISO 8601 in UTC. */
export type SessionJson = {
  readonly id: string;
  /** The session of this request. */
  readonly isCurrent: boolean;
  /** Display names; empty when unknown. */
  readonly browser: string;
  readonly os: string;
  readonly createdAt: string;
  /** When it ends unless it is used before. */
  readonly expiresAt: string;
};

/** A person's sessions, and how to end them remotely. */
export function sessionRoutes(ports: SessionRoutesPorts) {
  const asJson = ({ userAgent, createdAt, expiresAt, ...session }: ActiveSession): SessionJson => {
    const { browser, os } = ports.describeAgent(userAgent);
    const dates = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
    return { ...session, browser, os, ...dates };
  };

  return new Elysia({ name: 'sessions' })
    .use(signedIn(ports.session))
    .get('/api/sessions', async ({ user, request }) => {
      const token = sessionToken(ports.session, request);
      return (await ports.listSessions(user.id, token)).map(asJson);
    })
    .delete('/api/sessions', async ({ user, request, set }) => {
      await ports.endOtherSessions(user.id, sessionToken(ports.session, request));
      set.status = 204;
      set.headers['set-cookie'] = ports.devices.give(request, user.id);
    })
    .delete('/api/sessions/:id', async ({ user, params, set }) => {
      await ports.revokeSession(user.id, params.id);
      set.status = 204;
    });
}
