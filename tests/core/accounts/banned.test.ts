import { expect, test } from 'bun:test';
import { ada } from '#tests/support/worlds/accounts/account-world';
import { personWorld, tokenIn } from '#tests/support/worlds/accounts/person-world';

const other = 'ada@new.example';

test.each(['the account', 'the former address', 'the new address'] as const)(
  'the link of a changed address changes nothing once %s is banned',
  async (what) => {
    const suspended = new Set<string>();
    const bans = {
      isBanned: (userId: string) => suspended.has(userId),
      isBannedEmail: (email: string) => suspended.has(email),
    };
    const world = personWorld({ bans });
    const { user, token } = await world.somebody();
    await world.changeProfile(user, { email: other }, token);
    const [question] = await world.mails();
    const banned = {
      'the account': user.id,
      'the former address': ada.email.toLowerCase(),
      'the new address': other,
    };
    suspended.add(banned[what]);

    await expect(world.verifyEmail(tokenIn(question), token)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'This account is suspended. Please contact support.',
    });

    expect(world.users.userById(user.id)?.email).toBe(ada.email);
    await expect(world.verifyEmail('unknown', token)).rejects.toMatchObject({
      code: 'invalid_link',
    });
  },
);
