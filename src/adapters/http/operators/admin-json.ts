import type { OperatedAccount } from '#core/accounts/operators/operate-accounts';
import type { AbuseReport, ContactMessage } from '#core/notices/support';

/** An account for an operator; times are ISO 8601 in UTC. */
export type AdminAccountJson = Omit<OperatedAccount, 'trialEndsAt' | 'createdAt' | 'disabledAt'> & {
  readonly trialEndsAt: string;
  readonly createdAt: string;
  readonly disabledAt: string | null;
};

export type AdminMessageJson = Omit<ContactMessage, 'createdAt'> & { readonly createdAt: string };
export type AdminReportJson = Omit<AbuseReport, 'createdAt'> & { readonly createdAt: string };

export function adminAccountJson(account: OperatedAccount): AdminAccountJson {
  return {
    ...account,
    trialEndsAt: account.trialEndsAt.toISOString(),
    createdAt: account.createdAt.toISOString(),
    disabledAt: account.disabledAt?.toISOString() ?? null,
  };
}

export function adminMessageJson({ createdAt, ...message }: ContactMessage): AdminMessageJson {
  return { ...message, createdAt: createdAt.toISOString() };
}

export function adminReportJson({ createdAt, ...report }: AbuseReport): AdminReportJson {
  return { ...report, createdAt: createdAt.toISOString() };
}
