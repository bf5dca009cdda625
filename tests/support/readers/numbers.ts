import type { Person } from '#tests/support/person';
import { eventually } from '#tests/support/waiting';

/** The part of the analytics response that the journeys use. */
export type Numbers = {
  totalLinks: number;
  totalClicks: number;
  botClicks: number;
  uniqueVisitors: number;
  clicksOverTime: { date: string; clicks: number }[];
  topReferrers: { domain: string; clicks: number; percentage: number }[];
  deviceStats: { device: string; clicks: number; percentage: number }[];
  geoStats: { country: string; clicks: number; percentage: number }[];
};

/** The current analytics. */
export async function numbersNow(person: Person, query = ''): Promise<Numbers> {
  const answer = await person.get(`/api/analytics${query}`);
  if (!answer.ok) throw new Error(`analytics answered ${answer.status}: ${await answer.text()}`);
  const numbers: Numbers = await answer.json();
  return numbers;
}

/** Waits until analytics has at least `clicks` human clicks, and returns that response. */
export function numbersOnceCounted(
  person: Person,
  clicks: number,
  withinSeconds = 30,
): Promise<Numbers> {
  return eventually(
    () => numbersNow(person),
    (numbers) => numbers.totalClicks >= clicks,
    withinSeconds,
  );
}

/** The sum of a list's clicks. */
export function sumOfClicks(rows: readonly { clicks: number }[]): number {
  return rows.reduce((sum, row) => sum + row.clicks, 0);
}
