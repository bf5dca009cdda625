import { userAgents } from '#adapters/user-agent/agents';
import type { Sql } from '#adapters/postgres/connect';
import { postgresLinkDefaults } from '#adapters/postgres/link-defaults';
import type { AccountSeal } from '#adapters/postgres/past-trials';
import { postgresEmailProofs } from '#adapters/postgres/email-proofs';
import { postgresProfiles } from '#adapters/postgres/profiles';
import {
  endOtherSessions,
  listSessions,
  revokeSession,
  type ActiveSessionsPorts,
} from '#core/accounts/active-sessions';
import { changePassword, type ChangePasswordPorts } from '#core/accounts/change-password';
import { cancelEmailChange, pendingEmail } from '#core/accounts/change-email';
import { changeProfile, type ChangeProfilePorts } from '#core/accounts/change-profile';
import { deleteAccount, type DeleteAccountPorts } from '#core/accounts/delete-account';
import { reauthenticate, type ReauthenticatePorts } from '#core/accounts/reauthenticate';
import { resendVerification } from '#core/accounts/resend-verification';
import { verifyEmail } from '#core/accounts/verify-email';
import { changeLinkDefaults, readLinkDefaults } from '#core/links/link-defaults';

type Accounts = Omit<ChangePasswordPorts & ChangeProfilePorts, 'profiles' | 'proofs'> &
  ActiveSessionsPorts &
  Pick<ReauthenticatePorts, 'sessions'>;

/** What people do to their own account, beside coming and going. */
export function composeSettings(
  { sql, seal }: { readonly sql: Sql; readonly seal: AccountSeal },
  accounts: Accounts,
  redirects: DeleteAccountPorts['redirects'],
) {
  const profiles = postgresProfiles(sql, seal);
  const ports = { ...accounts, profiles, redirects, proofs: postgresEmailProofs(sql, seal) };
  const links = { defaults: postgresLinkDefaults(sql) };

  return {
    changeProfile: changeProfile(ports),
    changePassword: changePassword(ports),
    deleteAccount: deleteAccount(ports),
    listSessions: listSessions(ports),
    revokeSession: revokeSession(ports),
    endOtherSessions: endOtherSessions(ports),
    verifyEmail: verifyEmail(ports),
    resendVerification: resendVerification(ports),
    reauthenticate: reauthenticate(ports),
    pendingEmail: pendingEmail(ports),
    cancelEmailChange: cancelEmailChange(ports),
    describeAgent: userAgents(),
    readLinkDefaults: readLinkDefaults(links),
    changeLinkDefaults: changeLinkDefaults(links),
  };
}
