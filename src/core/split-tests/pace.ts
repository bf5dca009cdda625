import type { SplitPlan, SplitTest as ShownTest } from '#contract/split-tests/split-tests';
import type { EventType } from '#contract/conversions/event-types';
import { mostSplitTestUrls } from '#contract/links/link-limits';
import { ownLink } from '#core/links/own-link';
import { dayMs } from '#core/shared/time';
import { isEvenThroughout } from './counts.ts';
import { sum } from './evidence.ts';
import { plannedVisits, roundedToDigit } from './plan.ts';
import type { Converted, SplitTest, SplitTestPorts, SplitTotals } from './ports.ts';

/** What a split test takes at a link's present pace. */

type Pace = Omit<NonNullable<SplitPlan>, 'plans'>;
type Asked = Parameters<SplitTestPorts['events']['pace']>[0];

const lookedAtDays = 30;

/**
 * The pace of a link in the last days, and the rate of its visits; of the account's links that convert
 * when no visit of this link has. Null without visits, and while no rate is known.
 */
async function paceOfLink(
  { events, clock }: Pick<SplitTestPorts, 'events' | 'clock'>,
  asked: Asked,
): Promise<Pace | null> {
  const nowMs = clock.now();
  const { firstAtMs, link, account } = await events.pace(
    asked,
    new Date(nowMs - lookedAtDays * dayMs),
  );
  const rateOf = link.converting > 0 ? 'link' : 'account';
  const rate = rateOfVisits(rateOf === 'link' ? link : account);
  if (firstAtMs === null || rate === 0) return null;
  return { visitsPerDay: link.visits / daysBetween(firstAtMs, nowMs), rate, rateOf };
}

function rateOfVisits({ visits, converting }: Converted): number {
  return visits === 0 ? 0 : converting / visits;
}

function daysBetween(fromMs: number, toMs: number): number {
  return Math.max((toMs - fromMs) / dayMs, 1);
}

/** What a test of the owner's link would take. Refuses `not_found`. */
export async function splitPlan(
  ports: SplitTestPorts,
  userId: string,
  { linkId, goal = 'sale' }: { readonly linkId: string; readonly goal?: EventType | undefined },
): Promise<SplitPlan> {
  await ownLink(ports.links.links, userId, linkId);
  const pace = await paceOfLink(ports, { userId, linkId, goal, currency: 'USD' });
  if (pace === null) return null;
  const counts = Array.from({ length: mostSplitTestUrls - 1 }, (_, at) => at + 2);
  const plans = counts.map((destinations) => ({
    destinations,
    ...visitsFor({ rate: pace.rate, destinations }),
  }));
  return { ...pace, plans };
}

/** What the test takes at its present rate and pace; before its first conversion at those of its link. */
export async function plannedOf(
  ports: Pick<SplitTestPorts, 'events' | 'clock'>,
  test: SplitTest,
  totals: SplitTotals,
): Promise<ShownTest['planned']> {
  if (test.goal === 'revenue') return null;
  const pace = paceOfTest(test, totals, ports.clock.now()) ?? (await paceBefore(ports, test));
  if (pace === null) return null;
  const isEven = isEvenThroughout(test.shares);
  const plan = { rate: pace.rate, destinations: test.destinations.length, isEven };
  return { ...pace, ...visitsFor(plan) };
}

function paceOfTest(
  { beganAt, endedAt }: SplitTest,
  { destinations }: SplitTotals,
  nowMs: number,
): Pace | null {
  const all = [...destinations.values()];
  const visits = sum(all.map((found) => found.visits));
  const converting = sum(all.map((found) => found.convertingVisits));
  const rate = rateOfVisits({ visits, converting });
  if (rate === 0) return null;
  const days = daysBetween(beganAt.getTime(), endedAt?.getTime() ?? nowMs);
  return { visitsPerDay: visits / days, rate, rateOf: 'test' };
}

/** What may be expected of a test in which nothing has converted; nothing of one that is over. */
async function paceBefore(
  ports: Pick<SplitTestPorts, 'events' | 'clock'>,
  test: SplitTest,
): Promise<Pace | null> {
  return test.endedAt === null ? paceOfLink(ports, test) : null;
}

function visitsFor(plan: Omit<Parameters<typeof plannedVisits>[0], 'lift'>) {
  return {
    twentyPercent: roundedToDigit(plannedVisits({ ...plan, lift: 0.2 })),
    fiftyPercent: roundedToDigit(plannedVisits({ ...plan, lift: 0.5 })),
  };
}
