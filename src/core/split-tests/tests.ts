import {
  type ListedSplitTest,
  type SplitTest as ShownTest,
  type SplitTestChanges,
} from '#contract/split-tests/split-tests';
import { roundSlots, splitLetters, type SplitLetter } from '#contract/split-tests/split-words';
import { requireEntitlement } from '#core/billing/entitlement';
import { editLink } from '#core/links/create-and-edit';
import { urlOfName } from '#core/links/link-domain';
import { ownLink } from '#core/links/own-link';
import type { Owner } from '#core/links/ports';
import { apportion } from '#core/shared/apportion';
import { invalid, notFound, Refusal } from '#core/shared/refusal';
import type { Paged, Paging } from '#core/shared/page';
import { dayAt, dayOf, type Shares } from './counts.ts';
import type {
  ListedPosition,
  SplitTest,
  SplitTestChange,
  SplitTestPorts,
  SplitTests,
} from './ports.ts';
import { saidOf, shown } from './shown-test.ts';

/** The tests of the owner's link with their numbers, the running one first. Refuses `not_found`. */
export async function linkTests(
  ports: SplitTestPorts,
  { userId, linkId }: { readonly userId: string; readonly linkId: string },
  paging: Paging<number>,
): Promise<Paged<ShownTest, number> & { readonly count: number }> {
  await ownLink(ports.links.links, userId, linkId);
  const page = await ports.tests.ofLink(userId, linkId, paging);
  const items: ShownTest[] = [];
  for (const test of page.items) {
    // One query at a time: a link may have had many tests.
    // oxlint-disable-next-line no-await-in-loop
    items.push(await shown(ports, test));
  }
  return { ...page, items };
}

const newest = { limit: 1, from: null };

/** Which test of which link. */
type Which = { readonly linkId: string; readonly testId: string };
type Named = Which & { readonly userId: string };

/** One test of the owner's link. Refuses `not_found`. */
export async function linkTest(ports: SplitTestPorts, named: Named): Promise<ShownTest> {
  return shown(ports, await ownTest(ports, named));
}

async function ownTest(
  { tests }: Pick<SplitTestPorts, 'tests'>,
  { userId, linkId, testId }: Named,
): Promise<SplitTest> {
  const found = await tests.find(userId, testId);
  if (found === null || found.linkId !== linkId) throw notFound();
  return found;
}

/** The tests of the account, with what is known of them, running ones first. */
export async function accountTests(
  { tests, shortUrl }: Pick<SplitTestPorts, 'tests' | 'shortUrl'>,
  userId: string,
  paging: Paging<ListedPosition>,
): Promise<Paged<ListedSplitTest, ListedPosition>> {
  const page = await tests.ofAccount(userId, paging);
  const items = page.items.map((test) => ({
    id: test.id,
    linkId: test.linkId,
    goal: test.goal,
    beganAt: test.beganAt,
    endedAt: test.endedAt,
    shortUrl: urlOfName(shortUrl, test.linkName),
    title: test.linkTitle,
    isRunning: test.endedAt === null,
    destinations: test.destinations,
    ...saidOf(test),
  }));
  return { ...page, items };
}

/** By link, what is known of its running test, else of its last one. Links without one are missing. */
export async function testResults(
  tests: Pick<SplitTests, 'latest'>,
  userId: string,
  linkIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await tests.latest(userId, linkIds);
  return new Map(
    found.map((test) => {
      const { lead, rest } = saidOf(test).sentence;
      return [test.linkId, `${lead} ${rest}`];
    }),
  );
}

/**
 * Changes the owner's running test. Another goal, currency or `isSticky` begins a new test with
 * the same destinations. Other shares begin at the next UTC midnight. Refuses `plan_required`, `not_found`,
 * `invalid`, and `conflict` for a test that has ended (its names may still change).
 */
export async function changeTest(
  ports: SplitTestPorts,
  owner: Owner,
  { linkId, testId, input }: Which & { readonly input: SplitTestChanges },
): Promise<ShownTest> {
  requirePlan(ports, owner);
  const named = { userId: owner.id, linkId, testId };
  const test = await ownTest(ports, named);
  const isOther = beginsNew(test, input);
  const checking = { today: dayAt(ports.clock.now()), isOther };
  const change = checked(test, input, checking);
  const isRenaming = Object.keys(change).every((field) => field === 'names');
  if (test.endedAt !== null && !isRenaming) throw ended();
  if (isOther) {
    if (!(await ports.tests.beginAnew(test, change))) throw ended();
    const { items } = await ports.tests.ofLink(named.userId, named.linkId, newest);
    return shown(ports, items[0] ?? test);
  }
  const isChanged = await ports.tests.change(test, change);
  const now = await ownTest(ports, named);
  if (!isChanged) {
    checked(now, input, checking);
    throw ended();
  }
  return shown(ports, now);
}

function requirePlan({ links, clock }: SplitTestPorts, owner: Owner): void {
  requireEntitlement(links.isEntitled(owner, clock.now()));
}

function ended(): Refusal {
  return new Refusal('conflict', 'This test has ended. Start a new one to change it.');
}

/** Whether the change decides the test by something else, so that its numbers cannot go on. */
function beginsNew(test: SplitTest, { goal, currency, isSticky }: SplitTestChanges): boolean {
  return (
    (goal ?? test.goal) !== test.goal ||
    (currency ?? test.currency) !== test.currency ||
    (isSticky ?? test.isSticky) !== test.isSticky
  );
}

type Checking = { readonly today: number; readonly isOther: boolean };

function checked(
  test: SplitTest,
  input: SplitTestChanges,
  { today, isOther }: Checking,
): SplitTestChange {
  const { goal, currency, isShuffled, isSticky, windowDays, endsOn, names } = input;
  const isJudged = test.lastJudgement !== null && !isOther;
  if (windowDays !== undefined && isJudged && windowDays !== test.window) {
    const message = 'The time to convert is chosen before the first judgement';
    throw invalid({ path: 'windowDays', message });
  }
  const endDay = endsOn === undefined || endsOn === null ? endsOn : dayOf(endsOn);
  if (typeof endDay === 'number' && endDay < today) {
    throw invalid({ path: 'endsOn', message: 'Choose a day that is not over' });
  }
  const shares =
    sharesFrom(test, input, today + 1) ?? (isOther ? null : reshuffled(test, input, today + 1));
  return {
    ...(goal !== undefined && { goal }),
    ...(currency !== undefined && { currency }),
    ...(isShuffled !== undefined && { isShuffled }),
    ...(isSticky !== undefined && { isSticky }),
    ...(windowDays !== undefined && windowDays !== test.window && { window: windowDays }),
    ...(endDay !== undefined && { endsOn: endDay }),
    ...(names !== undefined && { names: names.map((name) => name || null) }),
    ...(shares !== null && { shares, mode: input.mode ?? test.mode }),
  };
}

/**
 * The same shares from a day on, when the order of rounds changes: the change cuts a round, as a change
 * of shares does. Null when the order stays.
 */
function reshuffled(
  test: SplitTest,
  { isShuffled = test.isShuffled }: SplitTestChanges,
  fromDay: number,
): Shares | null {
  const last = test.shares.at(-1);
  const isOther = isShuffled !== test.isShuffled && last !== undefined && last.fromDay < fromDay;
  return isOther ? { ...last, fromDay } : null;
}

/** The shares that a change asks for, from a day on; null when they stay. */
function sharesFrom(
  { destinations, mode, isSticky }: SplitTest,
  input: SplitTestChanges,
  fromDay: number,
): Shares | null {
  const wanted = input.mode ?? mode;
  if (wanted === 'automatic' && (input.isSticky ?? isSticky)) {
    const message =
      'Automatic shares need visits that are independent. Choose even or fixed shares, or let people who come again take turns.';
    throw invalid({ path: 'mode', message });
  }
  if (input.slots === undefined && (input.mode === undefined || input.mode === mode)) return null;
  if (input.slots !== undefined && wanted !== 'fixed') {
    throw invalid({ path: 'slots', message: 'Slots belong to fixed shares' });
  }
  const equal = destinations.map(() => 1);
  if (wanted === 'even') return { fromDay, slots: equal, isAutomatic: false };
  if (wanted === 'automatic') {
    return { fromDay, slots: apportion(roundSlots, equal), isAutomatic: true };
  }
  const slots = input.slots ?? apportion(roundSlots, equal);
  const isRight =
    slots.length === destinations.length && slots.filter((count) => count > 0).length >= 2;
  if (!isRight) {
    const message = 'Give slots to each destination, and to at least two of them more than 0';
    throw invalid({ path: 'slots', message });
  }
  return { fromDay, slots, isAutomatic: false };
}

/**
 * Sends everybody to one destination of the running test. A test that was ended so before is returned
 * as it is. Refuses `plan_required`, `not_found`, `invalid`, and `conflict` for a test that has ended
 * otherwise.
 */
export async function endTest(
  ports: SplitTestPorts,
  owner: Owner,
  { linkId, testId, destination }: Which & { readonly destination: SplitLetter },
): Promise<ShownTest> {
  requirePlan(ports, owner);
  const which = { userId: owner.id, linkId, testId };
  const test = await ownTest(ports, which);
  const place = splitLetters.indexOf(destination);
  if (test.endedAt === null) {
    if (test.destinations[place] === undefined) {
      throw invalid({ path: 'destination', message: 'The test has no such destination' });
    }
    const link = await ports.tests.end(test, place, new Date(ports.clock.now()));
    if (link !== null) ports.links.cache.put(link);
  }
  // Another call may have ended the test in this moment.
  const over = await ownTest(ports, which);
  if (over.sentTo !== place) throw ended();
  return shown(ports, over);
}

/**
 * Takes back that everybody is sent to one destination. A running test is returned as it is. Refuses
 * `conflict` after another change.
 */
export async function resumeTest(
  ports: SplitTestPorts,
  owner: Owner,
  { linkId, testId }: Which,
): Promise<ShownTest> {
  requirePlan(ports, owner);
  const named = { userId: owner.id, linkId, testId };
  const test = await ownTest(ports, named);
  if (test.endedAt === null) return linkTest(ports, named);
  const link = await ownLink(ports.links.links, owner.id, linkId);
  const url =
    test.sentTo === null ? test.formerUrl : test.destinations[test.sentTo]?.addresses.at(-1)?.url;
  const isUnchanged =
    link.splitVersion === test.version && !link.splitTestEnabled && link.originalUrl === url;
  if (test.formerUrl === null || !isUnchanged) {
    throw new Refusal('conflict', 'The link has been changed since. Start a new test instead.');
  }
  const input = { originalUrl: test.formerUrl, splitTestEnabled: true };
  try {
    await editLink(ports.links, owner, { linkId, input, version: link.edition });
  } catch (error) {
    const isOther = error instanceof Refusal && error.code === 'changed_meanwhile';
    if (!isOther) throw error;
    return resumeTest(ports, owner, { linkId, testId });
  }
  return linkTest(ports, named);
}
