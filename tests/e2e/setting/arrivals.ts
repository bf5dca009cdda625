import { expect, type Page } from '@playwright/test';
import { agents } from './journey.ts';

/** Addresses by their country in the included city database. */
export const homes = {
  Germany: '91.64.0.1',
  Serbia: '89.216.1.1',
  Vietnam: '14.160.1.1',
  Vanuatu: '202.80.32.1',
  Yemen: '134.35.1.1',
  Zambia: '41.60.1.1',
  Singapore: '203.116.1.1',
  'United States': '8.8.8.8',
  Japan: '126.79.1.1',
  Australia: '1.129.1.1',
  Brazil: '177.32.1.1',
  Spain: '83.36.1.1',
} as const;

type Visitor = {
  readonly from?: string;
  readonly referrer?: string;
  readonly agent?: string;
  /** The query of the short link: `utm_source=newsletter`. */
  readonly query?: string;
};

/** Follows a short link as a visitor would. */
export async function arrive(
  shortUrl: string,
  { from, referrer, agent, query }: Visitor,
): Promise<void> {
  const answer = await fetch(query ? `${shortUrl}?${query}` : shortUrl, {
    redirect: 'manual',
    headers: {
      'user-agent': agent ?? agents.desktop,
      ...(from && { 'x-forwarded-for': from }),
      ...(referrer && { referer: `https://${referrer}/page` }),
    },
  });
  expect(answer.status).toBe(302);
}

/** Waits until the account's report of today counts so many clicks. */
export async function counted(page: Page, clicks: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const answer = await page.request.get('/api/analytics/report?range=7d');
        return answer.ok() ? (await answer.json()).totals.clicks : answer.text();
      },
      { timeout: 20_000 },
    )
    .toBe(clicks);
}
