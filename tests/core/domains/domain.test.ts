import { expect, test } from 'bun:test';
import type { Findings } from '#contract/domains';
import { type Domain, judgeCheck, mostMisses, statusOf } from '#core/domains/domain';
import { dayMs, hourMs, minuteMs } from '#core/shared/time';
import { aDomainClaim } from '#tests/support/builders/domains';

const nowMs = Date.UTC(2026, 10, 22, 12);

const found: Findings = {
  proof: 'found',
  texts: [],
  pointing: 'right',
  cname: null,
  addresses: [],
  expectedAddresses: [],
};
const missing: Findings = { ...found, proof: 'missing' };

const claim = aDomainClaim({ createdAt: new Date(nowMs) });
const proven: Domain = { ...claim, state: 'proven', isPointed: true };

/** The domain after a check at the time that is due, or earlier. */
const judged = (domain: Domain, findings: Findings, atMs = domain.nextCheckAt.getTime()) => ({
  ...domain,
  ...judgeCheck(domain, findings, atMs),
});
const pauseMs = (domain: Domain, findings: Findings) =>
  judged(domain, findings).nextCheckAt.getTime() - nowMs;

test('a found record proves a claim at once, and restores a suspended domain', () => {
  expect(statusOf(judged(claim, found))).toBe('active');
  expect(statusOf(judged({ ...proven, state: 'suspended' }, found))).toBe('active');
  expect(statusOf(judged(claim, { ...found, pointing: 'wrong' }))).toBe('unpointed');
});

test('a claim without its record waits, and says when another account holds the domain', () => {
  expect(statusOf(judged(claim, missing))).toBe('waiting');
  expect(statusOf(judged(claim, { ...missing, proof: 'elsewhere' }))).toBe('taken');
});

test('a proven domain works until the record is missing in a row of checks', () => {
  const states: string[] = [];
  let domain = proven;
  for (let check = 0; check < mostMisses; check += 1) {
    domain = judged(domain, missing);
    states.push(statusOf(domain));
  }

  expect(states).toEqual(['failing', 'failing', 'suspended']);
});

test('checks that the owner asks for in between suspend nothing, and the due ones do', () => {
  const failing = judged(proven, missing);
  const askedMs = nowMs + minuteMs;
  const asked = judged(judged(failing, missing, askedMs), missing, askedMs + minuteMs);

  expect(asked).toMatchObject({ state: 'proven', misses: 1, nextCheckAt: failing.nextCheckAt });
  expect(statusOf(judged(judged(asked, missing), missing))).toBe('suspended');
  expect(statusOf(judged(asked, found, askedMs))).toBe('active');
});

test('a record that is found again ends the row of misses', () => {
  const restored = judged(judged(judged(proven, missing), missing), found);

  expect(restored).toMatchObject({ state: 'proven', misses: 0 });
});

test('DNS that does not answer changes nothing, and is asked again soon', () => {
  const unknown: Findings = { ...found, proof: 'unknown', pointing: 'unknown' };

  for (const domain of [claim, proven, { ...proven, misses: 2 }]) {
    const { state, misses, isPointed } = domain;
    expect(judged(domain, unknown)).toMatchObject({ state, misses, isPointed });
    expect(pauseMs(domain, unknown)).toBe(5 * minuteMs);
  }
});

test('a new claim is checked each minute, an older one and a working domain less often', () => {
  const since = (ageMs: number) => ({ ...claim, createdAt: new Date(nowMs - ageMs) });

  expect(pauseMs(claim, missing)).toBe(minuteMs);
  expect(pauseMs(since(2 * hourMs), missing)).toBe(10 * minuteMs);
  expect(pauseMs(since(2 * dayMs), missing)).toBe(6 * hourMs);
  expect(pauseMs(proven, found)).toBe(hourMs);
});
