import { auditTrail } from '#adapters/http/frame/audit-trail';
import { frame } from '#adapters/http/frame/frame';
import { profileRoutes } from '#adapters/http/accounts/profile';
import { mounted } from '#adapters/http/frame/on';
import { signInRoutes } from '#adapters/http/sign-in/sign-in';
import { socialLoginRoutes } from '#adapters/http/sign-in/social-login';
import { facebook } from '#adapters/oauth/facebook';
import { google } from '#adapters/oauth/google';
import type { Sql } from '#adapters/postgres/connect';
import type { AuditEntry } from '#core/accounts/audit';
import { rateLimit } from '#core/shared/limits/rate-limit';
import type { Mail } from '#core/shared/mail';
import { hourMs } from '#core/shared/time';
import { accountWorld } from '#tests/support/worlds/accounts/account-world';
import { clientsOf, postgresPeople } from '#tests/support/worlds/accounts/postgres-people';
import { memoryLoginFailures } from '#tests/support/memory/accounts';
import { appUrl, type Answers, call, memoryLog } from '#tests/support/calls';
import { mailsIn } from '#tests/support/readers/outbox-mails';
import { deferInTests } from '#tests/support/settling';
import {
  graphClient,
  type GraphPerson,
  graphProvider,
} from '#tests/support/doubles/graph-provider';
import { type Claims, openIdClient, openIdProvider } from '#tests/support/doubles/open-id-provider';

/** Accounts with both providers, over Postgres, with a clock that tests set. */
export async function socialWorld(sql: Sql, { hasProviders = true } = {}) {
  const openId = await openIdProvider();
  const graph = graphProvider();
  const bannedEmails = new Set<string>();
  const bans = { isBanned: () => false, isBannedEmail: (email: string) => bannedEmails.has(email) };
  const { defer, settling } = deferInTests();
  const log = memoryLog();
  const world = accountWorld({
    stores: {
      ...postgresPeople(sql, bans),
      // The failures of one world must not pause those of others.
      failures: memoryLoginFailures(),
      defer,
      log,
      requests: rateLimit({ limit: 100, windowMs: hourMs }),
      returns: rateLimit({ limit: 1000, windowMs: hourMs }),
      registrations: rateLimit({ limit: 1000, windowMs: hourMs }),
    },
  });
  const callback = (provider: string) => `${appUrl}/api/auth/${provider}/callback`;
  const providers = {
    google: google({
      client: { ...openIdClient, callbackUrl: callback('google') },
      issuer: openId.issuer,
      clock: world.ports.clock,
    }),
    facebook: facebook({
      client: { ...graphClient, callbackUrl: callback('facebook') },
      urls: graph.urls,
    }),
  };
  const ports = { ...world.ports, providers: hasProviders ? providers : {} };
  const clients = clientsOf(world, () => '203.0.113.7');
  const trail: AuditEntry[] = [];
  const audit = auditTrail({
    record: (entry) => void trail.push(entry),
    addressOf: clients.addressOf,
    keepsNetworks: true,
    clock: world.ports.clock,
  });
  const routes = frame({ appUrl, log, audit, isOutage: () => false }).use(
    mounted(clients, [
      ...signInRoutes(ports, clients),
      ...profileRoutes(ports, clients),
      ...socialLoginRoutes(ports, clients),
    ]),
  );
  const app = settling(routes);

  /** Takes all waiting mails of a person, in the order of their causes. */
  async function mailsTo(email: string): Promise<Mail[]> {
    const mails = await mailsIn(sql, world.time.nowMs);
    return mails.filter(({ to }) => to === email);
  }

  return {
    app,
    world,
    log,
    trail,
    bannedEmails,
    openId,
    graph,
    mailsTo,
    browser: () => browser(app),
    /** A browser whose person signs in by Google completely. */
    throughGoogle: async (claims?: Claims, next?: string) => {
      const own = browser(app);
      const out = await own.leave('google', next);
      await own.follow(openId.consent(out, claims));
      return own;
    },
    throughFacebook: async (person?: GraphPerson) => {
      const own = browser(app);
      await own.follow(graph.consent(await own.leave('facebook'), person));
      return own;
    },
    stop: async () => {
      await openId.stop();
      await graph.stop();
    },
  };
}

/** A browser with a cookie jar that does not follow redirects. */
function browser(app: Answers) {
  const jar = new Map<string, string>();
  const seen = { location: '', status: 0, setCookies: [] as string[] };
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

  async function ask(path: string, json?: unknown, method?: string): Promise<Response> {
    const answer = await call(app, path, {
      cookie: cookie(),
      ...(json !== undefined && { json }),
      ...(method !== undefined && { method }),
    });
    seen.setCookies = answer.headers.getSetCookie();
    for (const line of seen.setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0/.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    seen.location = answer.headers.get('location') ?? '';
    seen.status = answer.status;
    return answer;
  }

  return {
    jar,
    seen,
    ask,
    /** Goes to a provider, and returns the address there. */
    async leave(provider: string, next?: string): Promise<string> {
      const query = next === undefined ? '' : `?next=${encodeURIComponent(next)}`;
      await ask(`/api/auth/${provider}${query}`);
      return seen.location;
    },
    /** Follows the provider's redirect. */
    async follow(address: string): Promise<void> {
      const { pathname, search } = new URL(address);
      await ask(pathname + search);
    },
    /** The signed-in person; null when there is none. */
    async user(): Promise<Record<string, unknown> | null> {
      const answer = await ask('/api/auth/user');
      if (!answer.ok) return null;
      const user: Record<string, unknown> = await answer.json();
      return user;
    },
  };
}
