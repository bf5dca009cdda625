import { expect, test } from 'bun:test';
import { unlockLink } from '#core/redirect/options/unlock-link';
import { Refusal } from '#core/shared/refusal';
import { minuteMs, secondMs } from '#core/shared/time';

const open = { kind: 'open' } as const;

function world() {
  const time = { now: Date.UTC(2026, 10, 22) };
  const state = { isBusy: false, verified: 0 };
  const unlock = unlockLink({
    clock: { now: () => time.now },
    passwords: {
      verify: async (password) => {
        if (state.isBusy) throw new Refusal('too_many_requests', 'busy');
        state.verified += 1;
        return password === 'open sesame';
      },
    },
    proofs: { sign: (_, referrer) => `proof for ${referrer}` },
  });
  const attempt = (password: string, network = 'a', linkId = 'link-1') =>
    unlock({
      linkId,
      userId: 'u',
      network,
      password,
      passwordHash: 'h',
      userAgent: 'F',
      referrer: 'https://r',
    });
  return { time, state, attempt };
}

test('the right password opens', async () => {
  const { attempt } = world();
  expect(await attempt('open sesame')).toEqual({ kind: 'open', proof: 'proof for https://r' });
});

test('right passwords of one network count like wrong ones after thirty in a minute', async () => {
  const { time, state, attempt } = world();
  for (let n = 0; n < 20; n += 1) expect(await attempt('open sesame')).toMatchObject(open);
  for (let n = 0; n < 10; n += 1) {
    expect(await attempt('open sesame', 'a', 'link-2')).toMatchObject(open);
  }
  for (let n = 0; n < 10; n += 1) expect(await attempt('open sesame')).toMatchObject(open);

  expect(await attempt('open sesame')).toEqual({ kind: 'too_many', retryAfterSeconds: 600 });
  expect(state.verified).toBe(40);
  expect(await attempt('open sesame', 'b')).toMatchObject(open);
  time.now += 10 * minuteMs;
  for (let n = 0; n < 30; n += 1) expect(await attempt('open sesame')).toMatchObject(open);
});

test('right passwords at a usual pace cost nothing', async () => {
  const { time, attempt } = world();
  for (let n = 0; n < 300; n += 1) {
    expect(await attempt('open sesame')).toMatchObject(open);
    time.now += 2 * secondMs;
  }
});

test('after ten wrong passwords a network waits, and others do not', async () => {
  const { time, state, attempt } = world();
  for (let n = 0; n < 10; n += 1) expect(await attempt('wrong')).toEqual({ kind: 'wrong' });

  expect(await attempt('open sesame')).toEqual({ kind: 'too_many', retryAfterSeconds: 600 });
  expect(state.verified).toBe(10);
  expect(await attempt('wrong', 'a', 'link-2')).toEqual({ kind: 'wrong' });
  expect(await attempt('open sesame', 'b')).toMatchObject({ kind: 'open' });
  time.now += 10 * minuteMs;
  expect(await attempt('open sesame')).toMatchObject({ kind: 'open' });
});

test('many guessing networks leave each other one a few attempts, and lock nobody out', async () => {
  const { attempt } = world();
  for (let n = 0; n < 100; n += 1) await attempt('wrong', `bot ${n}`);

  expect(await attempt('open sesame', 'visitor')).toMatchObject({ kind: 'open' });
  expect(await attempt('wrong', 'guesser')).toEqual({ kind: 'wrong' });
  expect(await attempt('wrong', 'guesser')).toEqual({ kind: 'wrong' });
  expect(await attempt('open sesame', 'guesser')).toMatchObject({ kind: 'too_many' });
});

test('a full queue of passwords uses up nothing', async () => {
  const { state, attempt } = world();
  state.isBusy = true;
  for (let n = 0; n < 20; n += 1) {
    expect(await attempt('open sesame')).toEqual({ kind: 'too_many', retryAfterSeconds: 2 });
  }
  state.isBusy = false;
  expect(await attempt('open sesame')).toMatchObject({ kind: 'open' });
});
