import * as contract from '#contract/operators';
import type { OperateAccounts } from '#core/accounts/operators/operate-accounts';
import type { User } from '#core/accounts/user';
import type { SupportInbox } from '#core/notices/ports';
import type { Log } from '#core/shared/log';
import { type Mountable, on } from '#adapters/http/frame/on';
import { sessionToken, type SignedInPorts } from '#adapters/http/sign-in/signed-in';

export type AdminRoutesPorts = {
  readonly session: Pick<SignedInPorts, 'cookie'>;
  readonly isOperator: (user: User) => boolean;
  /** Refuses `reauth_required` unless the session has proven its person's identity recently. */
  readonly requireProof: (token: string) => Promise<void>;
  readonly accounts: OperateAccounts;
  readonly instance: () => Promise<contract.InstanceState>;
  readonly storage: () => Promise<readonly { readonly userId: string; readonly clicks: number }[]>;
  readonly inbox: Pick<SupportInbox, 'messages' | 'reports'>;
  /** The text of this instance's blocklist. */
  readonly blocklist: () => string;
  readonly log: Log;
};

/** The routes of operators. */
export function adminRoutes(ports: AdminRoutesPorts): Mountable[] {
  const { session, accounts, inbox, log } = ports;
  const acted = (user: User, act: string, account: string): void =>
    log.info('an operator acted', { operator: user.id, act, account });
  const proven = (request: Request) => ports.requireProof(sessionToken(session, request));

  return [
    on(contract.showInstance, async () => ({
      ...(await ports.instance()),
      blocklist: ports.blocklist(),
    })),
    on(contract.listStorage, () => ports.storage()),
    on(contract.listMessages, () => inbox.messages()),
    on(contract.listReports, () => inbox.reports()),
    on(contract.searchAccounts, async ({ caller, query: { search = '' } }) => {
      const text = search.trim();
      if (text.length < contract.shortestSearch) return [];
      acted(caller, 'search', '');
      return accounts.search(text);
    }),
    on(contract.showAccount, ({ params }) => accounts.show(params.id)),
    on(contract.changeAccount, async ({ caller, params, body, request }) => {
      await proven(request);
      acted(caller, Object.keys(body).join(' '), params.id);
      return 'isDisabled' in body
        ? accounts.setDisabled(params.id, body.isDisabled)
        : accounts.setTrialEnd(params.id, new Date(body.trialEndsAt));
    }),
    on(contract.resendMails, ({ caller, params }) => {
      acted(caller, 'mails', params.id);
      return accounts.resendMails(params.id);
    }),
    on(contract.makeResetLink, async ({ caller, params, request }) => {
      await proven(request);
      acted(caller, 'reset link', params.id);
      return accounts.makeResetLink(params.id);
    }),
  ];
}
