import { auditTrail } from '#adapters/http/frame/audit-trail';
import { accountRoutes } from '#adapters/http/accounts/accounts';
import { frame } from '#adapters/http/frame/frame';
import { passwordResetRoutes } from '#adapters/http/sign-in/password-resets';
import { profileRoutes } from '#adapters/http/accounts/profile';
import { proofRoutes } from '#adapters/http/sign-in/proofs';
import { sessionCookie } from '#adapters/http/cookies/session-cookie';
import { sessionRoutes } from '#adapters/http/sign-in/sessions';
import { mounted } from '#adapters/http/frame/on';
import { socialLoginRoutes } from '#adapters/http/sign-in/social-login';
import { ticketCookie } from '#adapters/http/cookies/ticket-cookie';
import { facebook } from '#adapters/oauth/facebook';
import { google } from '#adapters/oauth/google';
import type { Sql } from '#adapters/postgres/connect';
import { postgresEmailProofs } from '#adapters/postgres/accounts/email-proofs';
import { postgresApiKeys } from '#adapters/postgres/accounts/api-keys';
import { postgresPasswordResets } from '#adapters/postgres/accounts/password-resets';
import { postgresProfiles } from '#adapters/postgres/accounts/profiles';
import { postgresSessions } from '#adapters/postgres/accounts/sessions';
import { postgresSocialAccounts, waysInto } from '#adapters/postgres/accounts/social-accounts';
import { postgresSocialTickets } from '#adapters/postgres/accounts/social-tickets';
import { postgresUsers } from '#adapters/postgres/accounts/users';
import { userAgents } from '#adapters/user-agent/agents';
import type { AuditEntry } from '#core/accounts/audit';
import { socialUnlessBanned } from '#core/accounts/banned';
import { beginSocialLogin } from '#core/accounts/sign-in/begin-social-login';
import { currentUser } from '#core/accounts/sign-in/current-user';
import { finishSocialLogin } from '#core/accounts/sign-in/finish-social-login';
import { rateLimit } from '#core/shared/limits/rate-limit';
import type { Mail } from '#core/shared/mail';
import { hourMs } from '#core/shared/time';
import {
  comingAndGoing,
  profileCases,
  proofCases,
  resetCases,
} from '#tests/support/worlds/accounts/account-cases';
import { accountWorld } from '#tests/support/worlds/accounts/account-world';
import { appUrl, type Answers, call, memoryLog } from '#tests/support/calls';
import { mailsIn } from '#tests/support/readers/outbox-mails';
import { laterInTests } from '#tests/support/settling';
import {
  graphClient,
  type GraphPerson,
  graphProvider,
} from '#tests/support/doubles/graph-provider';
import { type Claims, openIdClient, openIdProvider } from '#tests/support/doubles/open-id-provider';
import { noBans } from '#tests/support/builders/people';
import { testSeal as seal } from '#tests/support/seal';

/** Accounts with both providers, over Postgres, with a clock that tests set. */
export async function socialWorld(sql: Sql, { hasProviders = true } = {}) {
  const openId = await openIdProvider();
  const graph = graphProvider();
  const world = accountWorld();
  const bannedEmails = new Set<string>();
  const log = memoryLog();
  const callback = (provider: string) => `${appUrl}/api/auth/${provider}/callback`;
  const profiles = postgresProfiles(sql, seal);
  const providers = {
    google: google({
      client: { ...openIdClient, callbackUrl: callback('google') },
      issuer: openId.issuer,
      clock: world.clock,
    }),
    facebook: facebook({
      client: { ...graphClient, callbackUrl: callback('facebook') },
      urls: graph.urls,
    }),
  };
  const { later, settling } = laterInTests();
  const ports = {
    ...world,
    users: postgresUsers(sql, seal),
    sessions: postgresSessions(sql),
    proofs: postgresEmailProofs(sql, seal),
    resets: postgresPasswordResets(sql, seal),
    keys: postgresApiKeys(sql, noBans),
    accounts: socialUnlessBanned(postgresSocialAccounts(sql, seal), {
      isBanned: () => false,
      isBannedEmail: (email) => bannedEmails.has(email),
    }),
    tickets: postgresSocialTickets(sql),
    waysInto: waysInto(sql),
    describeAgent: userAgents(),
    profiles,
    redirects: { remove: () => {} },
    later,
    deviceRequests: rateLimit({ limit: 5, windowMs: hourMs }),
    requests: rateLimit({ limit: 100, windowMs: hourMs }),
    returns: rateLimit({ limit: 1000, windowMs: hourMs }),
    registrations: rateLimit({ limit: 1000, windowMs: hourMs }),
    providers: hasProviders ? providers : {},
    ticketSeal: seal,
    log,
  };
  const session = { cookie: sessionCookie(appUrl), currentUser: currentUser(ports) };
  const account = { session, devices: world.devices, addressOf: () => '203.0.113.7' };
  const accounts = comingAndGoing(ports);
  const trail: AuditEntry[] = [];
  const audit = auditTrail({
    record: (entry) => void trail.push(entry),
    addressOf: account.addressOf,
    keepsNetworks: true,
    clock: world.clock,
  });
  const routes = frame({ appUrl, log, audit, isOutage: () => false }).use(
    mounted({ session }, [
      ...accountRoutes({ ...account, ...accounts }),
      ...passwordResetRoutes({ ...account, ...resetCases(ports) }),
      ...proofRoutes({ ...account, ...proofCases(ports) }),
      ...profileRoutes({ ...account, ...profileCases(ports), ...proofCases(ports) }),
      ...sessionRoutes(ports, account),
      ...socialLoginRoutes({
        ...account,
        ticketCookie: ticketCookie(appUrl),
        beginSocialLogin: beginSocialLogin(ports),
        finishSocialLogin: finishSocialLogin(ports),
      }),
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
