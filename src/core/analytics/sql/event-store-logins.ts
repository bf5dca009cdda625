import type { User } from '#core/accounts/user';
import { emailUnverified } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';

/** An account's user in the operator's event store. */
export type EventStoreLogin = {
  readonly password: string;
  /** The version of the user and grants that exist in the event store; null: none that works. */
  readonly shape: string | null;
  /** When the account's owner was shown the password; null: only this application has it. */
  readonly shownAt: Date | null;
};

export type EventStoreLoginPorts = {
  readonly logins: {
    find(userId: string): Promise<EventStoreLogin | null>;
    /** Replaces the account's login by one that is not created in the event store yet. */
    put(userId: string, login: Pick<EventStoreLogin, 'password' | 'shownAt'>): Promise<void>;
    /** Stores which version of the user and grants exists in the event store. */
    recordShape(userId: string, shape: string | null): Promise<void>;
    forget(userId: string): Promise<void>;
    /** Accounts that are deleted, and disabled ones that still have a user. */
    toClose(): Promise<readonly { readonly userId: string; readonly isGone: boolean }[]>;
    /** Accounts with a user; with `shown`, only those whose owner was shown the password. */
    open(which: 'all' | 'shown'): Promise<readonly string[]>;
  };
  readonly server: {
    /** The version of the user and grants that this version of Waypost creates. */
    shape(): string;
    open(userId: string, password: string): Promise<void>;
    close(userId: string): Promise<void>;
    remove(userId: string): Promise<void>;
  };
  /** Runs the work while no other instance works on the account's login. */
  exclusively<T>(userId: string, work: () => Promise<T>): Promise<T>;
  newPassword(): string;
  readonly clock: Clock;
};

/**
 * Accounts' users in the operator's event store. The gateway signs in with them; an account's owner
 * may get the password too. Postgres decides which users must exist, and every step may be
 * repeated.
 */
export function eventStoreLogins(ports: EventStoreLoginPorts) {
  const { logins, server, exclusively, newPassword, clock } = ports;

  const create = async (userId: string, password: string): Promise<void> => {
    await server.open(userId, password);
    await logins.recordShape(userId, server.shape());
  };
  const replace = (userId: string, shownAt: Date | null): Promise<string> =>
    exclusively(userId, async () => {
      const password = newPassword();
      await logins.put(userId, { password, shownAt });
      await create(userId, password);
      return password;
    });

  return {
    ...closingLogins(ports),
    find: logins.find,

    /** The password of the account's user, which is created when it is missing or of another shape. */
    async passwordOf(userId: string): Promise<string> {
      const found = await logins.find(userId);
      if (found?.shape === server.shape()) return found.password;
      return exclusively(userId, async () => {
        const current = await logins.find(userId);
        if (current?.shape === server.shape()) return current.password;
        const password = current?.password ?? newPassword();
        if (current === null) await logins.put(userId, { password, shownAt: null });
        await create(userId, password);
        return password;
      });
    },

    /** The event store does not know the user any more: the next statement creates it again. */
    missing: (userId: string): Promise<void> => logins.recordShape(userId, null),

    /** A new password, which its owner is shown; the earlier one stops working. */
    renew: (userId: string): Promise<string> => replace(userId, new Date(clock.now())),

    /** A new password, which nobody is shown. */
    withdraw: async (userId: string): Promise<void> => void (await replace(userId, null)),

    /** Accounts whose owner may sign in directly. */
    shown: (): Promise<readonly string[]> => logins.open('shown'),
  };
}

function closingLogins({ logins, server, exclusively }: EventStoreLoginPorts) {
  return {
    /** Removes the users of deleted and disabled accounts. */
    async closeFormer(): Promise<void> {
      for (const { userId, isGone } of await logins.toClose()) {
        await exclusively(userId, async () => {
          if (isGone) await server.remove(userId);
          else await server.close(userId);
          await (isGone ? logins.forget(userId) : logins.recordShape(userId, null));
        });
      }
    },

    /** Removes every user, for an event store that does not keep them apart. */
    async closeAll(): Promise<void> {
      for (const userId of await logins.open('all')) {
        await exclusively(userId, async () => {
          await server.close(userId);
          await logins.recordShape(userId, null);
        });
      }
    },
  };
}

export type EventStoreLogins = ReturnType<typeof eventStoreLogins>;

/**
 * Shows a person a new password for the event store. Refuses `email_unverified` and
 * `reauth_required`. `token`: that of the person's session.
 */
export async function renewLogin(
  {
    logins,
    requireProof,
  }: {
    readonly logins: Pick<EventStoreLogins, 'renew'>;
    readonly requireProof: (token: string) => Promise<void>;
  },
  user: Pick<User, 'id' | 'verified'>,
  token: string,
): Promise<string> {
  if (!user.verified) throw emailUnverified('connect to the event store');
  await requireProof(token);
  return logins.renew(user.id);
}
