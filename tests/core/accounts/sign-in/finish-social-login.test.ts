import { expect, test } from 'bun:test';
import type { NotSignedIn, Return } from '#core/accounts/sign-in/social-login';
import type { Challenge, Identification } from '#core/accounts/sign-in/social-identity';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { hourMs, minuteMs } from '#core/shared/time';
import { adaAtGoogle } from '#tests/support/builders/people';
import { ada, visitor } from '#tests/support/worlds/accounts/account-world';
import { memoryLog } from '#tests/support/calls';
import { casesOf } from '#tests/support/worlds/accounts/account-cases';
import { personWorld } from '#tests/support/worlds/accounts/person-world';

const refused = (reason: NotSignedIn) => ({ kind: 'refused', reason }) as const;
const identity = adaAtGoogle(ada.email);

/** A double of Google with answers that a test sets, and the redirects there and back. */
function google() {
  const world = personWorld();
  const answer: { now: Identification } = { now: { kind: 'identified', identity } };
  const log = memoryLog();
  const ports = {
    ...world.ports,
    log,
    returns: rateLimit({ limit: 3, windowMs: hourMs }),
    providers: {
      google: {
        authorizationUrl: async ({ state }: Challenge) => state,
        identify: async () => answer.now,
      },
    },
  };
  const { beginSocialLogin: begin, finishSocialLogin: finish } = casesOf(ports);
  return {
    world,
    answer,
    log,
    finish,
    /** What a browser brings that went to the provider and came back. */
    async back(): Promise<Return> {
      const begun = await begin('google', '/links');
      if (begun.kind === 'away') throw new Error('The provider is away');
      return { provider: 'google', query: { state: begun.url }, ticket: begun.ticket };
    },
  };
}

test('[social-sign-in] a return with its ticket signs in once, and opens the requested screen', async () => {
  const { finish, back } = google();
  const comesBack = await back();

  const first = await finish(comesBack, visitor);
  const second = await finish(comesBack, visitor);

  expect(first).toMatchObject({ kind: 'signed_in', next: '/links', user: { email: ada.email } });
  expect(second).toEqual(refused('expired'));
});

test.each<[string, (own: Return, other: Return) => Return]>([
  ['another state', (own) => ({ ...own, query: { state: 'x'.repeat(43) } })],
  ['no state', (own) => ({ ...own, query: {} })],
  ['no ticket', (own) => ({ ...own, ticket: null })],
  ['the ticket of another browser', (own, other) => ({ ...own, ticket: other.ticket })],
  ['a ticket that was altered', (own) => ({ ...own, ticket: `A${own.ticket?.slice(1)}` })],
])('a return with %s signs nobody in', async (_, change) => {
  const { finish, back, world } = google();

  const finished = await finish(change(await back(), await back()), visitor);

  expect(finished).toEqual(refused('expired'));
  expect(world.users.count()).toBe(0);
});

test('[social-sign-in] a return is accepted within 15 minutes', async () => {
  const { finish, back, world } = google();
  const [inTime, late] = [await back(), await back()];

  world.time.nowMs += 15 * minuteMs - 1;
  expect(await finish(inTime, visitor)).toMatchObject({ kind: 'signed_in' });
  world.time.nowMs += 1;

  expect(await finish(late, visitor)).toEqual(refused('expired'));
});

test('returns are limited per network and hour; returns without a ticket do not count', async () => {
  const { finish, back } = google();
  for (let n = 0; n < 5; n += 1) await finish({ ...(await back()), ticket: null }, visitor);
  for (let n = 0; n < 3; n += 1) await finish(await back(), visitor);

  expect(await finish(await back(), visitor)).toEqual(refused('too_many'));
  expect(await finish(await back(), { ...visitor, address: '198.51.100.1' })).toMatchObject({
    kind: 'signed_in',
  });
});

test('the provider’s error is passed on; an invalid response is logged', async () => {
  const { finish, back, answer, log } = google();
  const reasonFor = async (said: Identification) => {
    answer.now = said;
    return finish(await back(), visitor);
  };

  expect(await reasonFor({ kind: 'cancelled' })).toEqual(refused('cancelled'));
  expect(await reasonFor({ kind: 'away' })).toEqual(refused('away'));
  expect(log.lines).toEqual([]);
  expect(await reasonFor({ kind: 'untrusted', why: 'the nonce differs' })).toEqual(
    refused('untrusted'),
  );
  expect(log.lines.join()).toContain('the nonce differs');
});

test('a provider that is not configured is not found', async () => {
  const { finish, back } = google();

  const finished = finish({ ...(await back()), provider: 'facebook' }, visitor);

  await expect(finished).rejects.toMatchObject({ code: 'not_found' });
});
