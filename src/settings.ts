import { userAgents } from '#adapters/user-agent/agents';
import type { Sql } from '#adapters/postgres/connect';
import { postgresLinkDefaults } from '#adapters/postgres/link-defaults';
import { postgresProfiles } from '#adapters/postgres/profiles';
import {
  listSessions,
  revokeSession,
  type ActiveSessionsPorts,
} from '#core/accounts/active-sessions';
import { changePassword, type ChangePasswordPorts } from '#core/accounts/change-password';
import { changeProfile } from '#core/accounts/change-profile';
import { deleteAccount, type DeleteAccountPorts } from '#core/accounts/delete-account';
import { changeLinkDefaults, readLinkDefaults } from '#core/links/link-defaults';

type Accounts = Omit<ChangePasswordPorts, 'profiles'> & ActiveSessionsPorts;

/** What people do to their own account, beside coming and going. */
export function composeSettings(
  sql: Sql,
  accounts: Accounts,
  redirects: DeleteAccountPorts['redirects'],
) {
  const ports = { ...accounts, profiles: postgresProfiles(sql), redirects };
  const links = { defaults: postgresLinkDefaults(sql) };

  return {
    changeProfile: changeProfile(ports),
    changePassword: changePassword(ports),
    deleteAccount: deleteAccount(ports),
    listSessions: listSessions(ports),
    revokeSession: revokeSession(ports),
    describeAgent: userAgents(),
    readLinkDefaults: readLinkDefaults(links),
    changeLinkDefaults: changeLinkDefaults(links),
  };
}
