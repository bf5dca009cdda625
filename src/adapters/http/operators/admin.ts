import { Elysia } from 'elysia';
import { z } from 'zod';
import type { OperateAccounts } from '#core/accounts/operators/operate-accounts';
import type { User } from '#core/accounts/user';
import type { Letters } from '#core/notices/ports';
import type { Log } from '#core/shared/log';
import { notFound } from '#core/shared/refusal';
import { setActor } from '#adapters/http/frame/concerned';
import { sessionToken, userOf, type SignedInPorts } from '#adapters/http/sign-in/signed-in';
import { adminAccountJson, adminMessageJson, adminReportJson } from './admin-json.ts';

/** The state of this instance, as the operator's page shows it. */
export type InstanceState = {
  readonly versions: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  /** What is wrong, by the part that it concerns. */
  readonly details: Readonly<Record<string, string>>;
  readonly startedAt: string;
  readonly links: number;
  readonly redirects: number;
  readonly waitingEvents: number;
  readonly oldestEventSeconds: number;
  readonly lagSeconds: number | null;
  readonly unaccountedEvents: number;
  readonly droppedEvents: number;
  readonly diskFreeBytes: number | null;
  readonly isDiskLow: boolean;
  /** How many running instances do not have the pictures of this one. */
  readonly pictureStrangers: number;
  readonly residentBytes: number;
  /** Epoch milliseconds; null when none is known. */
  readonly lastBackupMs: number | null;
  readonly queues: readonly { readonly queue: string; readonly length: number }[];
  readonly jobs: readonly {
    readonly name: string;
    readonly runs: number;
    readonly failures: number;
    readonly lastSuccessMs: number | null;
    readonly lastDurationMs: number;
  }[];
};

export type AdminRoutesPorts = {
  readonly session: SignedInPorts;
  readonly isOperator: (user: User) => boolean;
  /** Refuses `reauth_required` unless the session has proven its person's identity recently. */
  readonly requireProof: (token: string) => Promise<void>;
  readonly accounts: OperateAccounts;
  readonly instance: () => Promise<InstanceState>;
  readonly storage: () => Promise<readonly { readonly userId: string; readonly clicks: number }[]>;
  readonly letters: Pick<Letters, 'messages' | 'reports'>;
  /** The text of this instance's blocklist. */
  readonly blocklist: () => string;
  readonly log: Log;
};

const id = z.object({ id: z.uuid() });
const change = z.union([
  z.object({ isDisabled: z.boolean('Send true or false') }),
  z.object({
    trialEndsAt: z.iso.datetime({ offset: true, error: 'Please enter a valid date' }),
  }),
]);
const shortest = 3;

/**
 * What operators see and do. For everybody else these addresses do not exist: the answer is the same
 * as for an unknown one.
 */
export function adminRoutes(ports: AdminRoutesPorts) {
  const { accounts, letters, log } = ports;
  const acted = (user: User, act: string, account: string): void =>
    log.info('an operator acted', { operator: user.id, act, account });

  const proven = (request: Request): Promise<void> =>
    ports.requireProof(sessionToken(ports.session, request));

  return new Elysia({ name: 'admin' })
    .use(operatorsOnly(ports))
    .get('/api/admin', async () => ({ ...(await ports.instance()), blocklist: ports.blocklist() }))
    .get('/api/admin/storage', async () => [...(await ports.storage())])
    .get('/api/admin/messages', async () => (await letters.messages()).map(adminMessageJson))
    .get('/api/admin/reports', async () => (await letters.reports()).map(adminReportJson))
    .get('/api/admin/accounts', async ({ query, user }) => {
      const text = (query['search'] ?? '').trim();
      if (text.length < shortest) return [];
      acted(user, 'search', '');
      return (await accounts.search(text)).map(adminAccountJson);
    })
    .get(
      '/api/admin/accounts/:id',
      async ({ params }) => adminAccountJson(await accounts.show(params.id)),
      { params: id },
    )
    .put(
      '/api/admin/accounts/:id',
      async ({ params, body, user, request }) => {
        await proven(request);
        acted(user, Object.keys(body).join(' '), params.id);
        const changed =
          'isDisabled' in body
            ? await accounts.setDisabled(params.id, body.isDisabled)
            : await accounts.setTrialEnd(params.id, new Date(body.trialEndsAt));
        return adminAccountJson(changed);
      },
      { params: id, body: change },
    )
    .post(
      '/api/admin/accounts/:id/mails',
      async ({ params, user }) => {
        acted(user, 'mails', params.id);
        return accounts.resendMails(params.id);
      },
      { params: id },
    )
    .post(
      '/api/admin/accounts/:id/reset-link',
      async ({ params, user, request }) => {
        await proven(request);
        acted(user, 'reset link', params.id);
        const { url, expiresAt } = await accounts.makeResetLink(params.id);
        return { url, expiresAt: expiresAt.toISOString() };
      },
      { params: id },
    );
}

/** Gives the following routes of the resource the operator as `user`; refuses `not_found`. */
function operatorsOnly({ session, isOperator }: AdminRoutesPorts) {
  return new Elysia().derive(
    { as: 'scoped' },
    async ({ request }): Promise<{ readonly user: User }> => {
      const user = await userOf(session, request);
      if (user === null || !isOperator(user)) throw notFound();
      setActor(request, 'session', user.id);
      return { user };
    },
  );
}
