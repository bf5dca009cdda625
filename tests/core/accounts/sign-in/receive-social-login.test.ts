import { describe, expect, test } from 'bun:test';
import type { NotReceived } from '#core/accounts/sign-in/social-accounts';
import type { SocialIdentity } from '#core/accounts/sign-in/social-identity';
import { newTrialUser } from '#core/accounts/user';
import { adaAtGoogle } from '#tests/support/builders/people';
import { ada, visitor } from '#tests/support/worlds/accounts/account-world';
import { personWorld } from '#tests/support/worlds/accounts/person-world';

const google = adaAtGoogle(ada.email);
const facebook = { ...google, provider: 'facebook', isEmailProven: false } as const;
const refused = (reason: NotReceived) => ({ kind: 'refused', reason }) as const;

async function holder(verified: boolean) {
  const world = personWorld();
  const person = await world.somebody();
  world.users.change(person.user.id, { verified });
  return { world, ...person };
}

describe('an unknown person', () => {
  test('gets a trial account, with a confirmed address if the provider verified it', async () => {
    const world = personWorld();

    const received = await world.receiveSocialLogin(google, visitor);

    expect(received).toMatchObject({
      kind: 'signed_in',
      user: { email: ada.email, provider: 'google', verified: true, subscriptionStatus: 'trial' },
    });
    expect(await world.mails()).toEqual([]);
    expect(world.sessions.all()).toMatchObject([{ userAgent: visitor.userAgent }]);
  });

  test('is mailed a confirmation link when the provider does not verify addresses', async () => {
    const world = personWorld();

    const received = await world.receiveSocialLogin(facebook, visitor);

    expect(received).toMatchObject({ user: { provider: 'facebook', verified: false } });
    expect(await world.mails()).toMatchObject([{ to: ada.email }]);
  });

  test('without a name is named after the first part of their address', async () => {
    const world = personWorld();
    const nameless = { ...google, firstName: '', lastName: '' };

    const received = await world.receiveSocialLogin(nameless, visitor);

    expect(received).toMatchObject({ user: { firstName: 'Ada', lastName: '' } });
  });

  test.each<[string, Partial<SocialIdentity>, NotReceived]>([
    ['has no address', { email: null }, 'no_email'],
    ['comes from Google with an unproven one', { isEmailProven: false }, 'email_unproven'],
  ])('gets no account when the identity %s', async (_, change, reason) => {
    const world = personWorld();

    expect(await world.receiveSocialLogin({ ...google, ...change }, visitor)).toEqual(
      refused(reason),
    );
    expect(world.users.count()).toBe(0);
  });

  test('gets no account where registration is closed, nor after thirty per hour from one address', async () => {
    const closed = personWorld({ isOpen: false });
    expect(await closed.receiveSocialLogin(google, visitor)).toEqual(refused('closed'));
    const world = personWorld();
    const nth = (n: number) =>
      world.receiveSocialLogin({ ...google, subject: `${n}`, email: `${n}@example.com` }, visitor);
    for (let n = 0; n < 30; n += 1) await nth(n);

    expect(await nth(30)).toEqual(refused('too_many'));
    expect(await nth(0)).toMatchObject({ kind: 'signed_in' });
    expect([closed.users.count(), world.users.count()]).toEqual([0, 30]);
  });
});

describe('[social-sign-in] a person with an account', () => {
  test('is recognized by the provider’s id, with another address too', async () => {
    const world = personWorld();
    await world.receiveSocialLogin(google, visitor);

    const again = await world.receiveSocialLogin({ ...google, email: 'new@example.com' }, visitor);

    expect(again).toMatchObject({ user: { email: ada.email } });
    expect(world.users.count()).toBe(1);
  });

  test('is linked to it when both sides confirmed the address, with a notice by mail', async () => {
    const { world, user } = await holder(true);

    const received = await world.receiveSocialLogin(google, visitor);

    expect(received).toMatchObject({ kind: 'signed_in', user: { id: user.id } });
    expect(world.sessions.all()).toHaveLength(2);
    expect(await world.mails()).toMatchObject([{ to: ada.email }]);
  });

  test('can sign in where registration is closed', async () => {
    const world = personWorld({ isOpen: false });
    const user = newTrialUser({
      id: Bun.randomUUIDv7(),
      createdAt: new Date(world.time.nowMs),
      verified: true,
      email: ada.email,
      firstName: ada.firstName,
      lastName: ada.lastName,
    });
    await world.users.add(user, '');

    const received = await world.receiveSocialLogin(google, visitor);

    expect(received).toMatchObject({ kind: 'signed_in', user: { id: user.id } });
  });

  test('takes it over when only the provider confirmed the address: earlier sessions end', async () => {
    const { world, user } = await holder(false);

    const received = await world.receiveSocialLogin(google, visitor);

    expect(received).toMatchObject({ kind: 'signed_in', user: { id: user.id } });
    expect(world.sessions.all()).toHaveLength(1);
    expect(await world.mails()).toHaveLength(1);
  });

  test('cannot enter it with an address that the provider did not confirm', async () => {
    const { world } = await holder(true);

    expect(await world.receiveSocialLogin(facebook, visitor)).toEqual(refused('email_taken'));
  });

  test('cannot enter one that is linked to another identity of the same provider', async () => {
    const { world } = await holder(true);
    await world.receiveSocialLogin(google, visitor);

    const other = await world.receiveSocialLogin({ ...google, subject: 'mallory' }, visitor);

    expect(other).toEqual(refused('email_taken'));
  });

  test('ends the previous session of the browser', async () => {
    const { world, token } = await holder(true);

    await world.receiveSocialLogin(google, { ...visitor, token });

    expect(world.sessions.all()).toHaveLength(1);
    expect(await world.sessions.find(world.ports.digest(token))).toBeNull();
  });
});
