import type { Profiles } from '#core/accounts/ports';
import type { Mail } from '#core/shared/mail';
import type { memorySessions, memoryUsers } from './accounts.ts';

/** What people change about their own accounts, in memory. `linksOf` names an account's links. */
export function memoryProfiles(
  {
    users,
    sessions,
    outbox,
  }: {
    readonly users: ReturnType<typeof memoryUsers>;
    readonly sessions: ReturnType<typeof memorySessions>;
    readonly outbox: Pick<Mail[], 'push'>;
  },
  linksOf: (userId: string) => readonly string[],
): Profiles {
  return {
    async rename(userId, name) {
      users.change(userId, name);
      return users.userById(userId) ?? null;
    },
    async replacePassword(userId, { from, to, keptSid, mail }) {
      if (users.hashById(userId) !== from) return false;
      users.setHash(userId, to);
      sessions.endAll(userId, keptSid);
      outbox.push(mail);
      return true;
    },
    async remove(userId, passwordHash) {
      if (users.hashById(userId) !== passwordHash) return null;
      users.remove(userId);
      sessions.endAll(userId);
      return linksOf(userId);
    },
  };
}
