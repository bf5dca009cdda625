import type { Sql } from '#adapters/postgres/connect';
import { postgresLinkDefaults } from '#adapters/postgres/links/link-defaults';
import type { AccountSeal } from '#adapters/postgres/accounts/past-trials';
import { postgresEmailProofs } from '#adapters/postgres/accounts/email-proofs';
import { postgresProfiles } from '#adapters/postgres/accounts/profiles';
import { proofsUnlessBanned, type Bans } from '#core/accounts/banned';
import { changePassword, type ChangePasswordPorts } from '#core/accounts/passwords/change-password';
import { cancelEmailChange, pendingEmail } from '#core/accounts/emails/change-email';
import { changeProfile, type ChangeProfilePorts } from '#core/accounts/change-profile';
import { deleteAccount, type DeleteAccountPorts } from '#core/accounts/delete-account';
import { reauthenticate, type ReauthenticatePorts } from '#core/accounts/sign-in/reauthenticate';
import { resendVerification } from '#core/accounts/emails/resend-verification';
import { verifyEmail } from '#core/accounts/emails/verify-email';
import { changeLinkDefaults, readLinkDefaults } from '#core/links/link-defaults';

type Accounts = Omit<ChangePasswordPorts & ChangeProfilePorts, 'profiles' | 'proofs'> &
  Pick<ReauthenticatePorts, 'sessions'> & { readonly bans: Bans };

/** A person's use cases of their own account, except signing in and out. */
export function composeSettings(
  { sql, seal }: { readonly sql: Sql; readonly seal: AccountSeal },
  accounts: Accounts,
  redirects: DeleteAccountPorts['redirects'],
) {
  const profiles = postgresProfiles(sql, seal);
  const proofs = proofsUnlessBanned(postgresEmailProofs(sql, seal), accounts.bans);
  const ports = { ...accounts, profiles, redirects, proofs };
  const links = { defaults: postgresLinkDefaults(sql) };

  return {
    changeProfile: changeProfile(ports),
    changePassword: changePassword(ports),
    deleteAccount: deleteAccount(ports),
    verifyEmail: verifyEmail(ports),
    resendVerification: resendVerification(ports),
    reauthenticate: reauthenticate(ports),
    pendingEmail: pendingEmail(ports),
    cancelEmailChange: cancelEmailChange(ports),
    readLinkDefaults: readLinkDefaults(links),
    changeLinkDefaults: changeLinkDefaults(links),
  };
}
