import type { Page } from '@playwright/test';
import { mailsIn } from '#tests/support/readers/mail-files';
import { hostileElements, hostileWords } from './setting/hostile-words.ts';
import { type Created, created, expect, newPerson, send, test } from './setting/journey.ts';
import { confirmed, mailTo } from './setting/mails.ts';
import { settled } from './scenes/settled.ts';

const mails = process.env['WAYPOST_MAIL'] ?? '';
const [first = '', second = ''] = [hostileWords[5], hostileWords[0]];

/** Reports violations of the page's policy: a blocked word may have been executed markup. */
async function watched(page: Page): Promise<string[]> {
  const breaches: string[] = [];
  await page.exposeFunction('toldOfBreach', (what: string) => void breaches.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      if ('toldOfBreach' in window && typeof window.toldOfBreach === 'function') {
        window.toldOfBreach(`${event.effectiveDirective} ${event.blockedURI}`);
      }
    });
  });
  return breaches;
}

async function expectWords(page: Page, breaches: readonly string[]): Promise<void> {
  const where = page.url();
  expect([where, await page.evaluate(() => '__xss' in window)]).toEqual([where, false]);
  expect([where, await page.locator(hostileElements).count()]).toEqual([where, 0]);
  expect([where, ...breaches]).toEqual([where]);
}

/** Writes hostile words into every field that strangers and the owner can fill in an account. */
async function spread(page: Page): Promise<Created> {
  const { origin } = new URL(process.env['WAYPOST_URL'] ?? '');
  const headers = { origin };
  const name = async (address: string, title = '', description = ''): Promise<Created> => {
    const originalUrl = `https://example.com/?q=${encodeURIComponent(address)}#${encodeURI(address)}`;
    const link = await created(page, { originalUrl, trackConversions: true });
    const data = { title, description };
    await send(page, { method: 'PUT', path: `/api/links/${link.id}`, data, status: 200 });
    return link;
  };
  const groups = Array.from({ length: 10 }, (_, at) => hostileWords.slice(at * 3, at * 3 + 3));
  const links = await Promise.all(groups.map(([a = '', b, c]) => name(a, b, c)));
  const target = links.at(-1);
  if (!target) throw new Error('There is no link');

  await page.request.put(`/api/links/${target.id}`, {
    headers,
    data: {
      splitTestEnabled: true,
      splitTestUrls: [`https://a.example/?${first}`, `https://b.example/?${second}`],
    },
  });
  await Promise.all(hostileWords.map((word) => reports(target, word)));
  await page.request.post('/api/conversions', {
    headers,
    data: { linkId: target.id, eventType: 'sale', value: 100, metadata: { note: first } },
  });
  const key = await page.request.post('/api/keys', {
    headers,
    data: { name: first, scopes: ['conversions:write'] },
  });
  expect(key.status()).toBe(201);
  return target;
}

/** A visit and a sale with hostile words in every field, as far as a header allows. */
async function reports(link: Created, word: string): Promise<void> {
  const ascii = word.replaceAll(/[^\x20-\x7e]/g, '');
  const q = encodeURIComponent(word);
  const campaign = ['source', 'medium', 'campaign', 'term', 'content'].map((n) => `utm_${n}=${q}`);
  const host = ascii.replaceAll(/[^a-z]/gi, '').slice(0, 20);
  await fetch(`${link.shortUrl}?${campaign.join('&')}`, {
    redirect: 'manual',
    headers: { 'user-agent': `Mozilla/5.0 ${ascii}`, referer: `https://${host}.example/${ascii}` },
  });
  const { origin } = new URL(link.shortUrl);
  const sale = `event=${q}&value=${q}&currency=${q}&order_id=${q}`;
  await fetch(`${origin}/api/track/${link.shortCode}?${sale}`);
  await fetch(`${origin}/api/track/${link.shortCode}?event=sale&value=1&order_id=${q}`);
}

test('[hostile-words] text from strangers is shown as text on every screen and in mails @more', async ({
  page,
  complaints,
}) => {
  const person = { ...newPerson(), firstName: first, lastName: second };
  await confirmed(page, person);
  const link = await spread(page);
  const clicks = async () =>
    (await (await page.request.get(`/api/v1/links/${link.id}`)).json()).totalClicks;
  await expect.poll(clicks, { timeout: 20_000 }).toBeGreaterThanOrEqual(20);
  const breaches = await watched(page);

  const word = encodeURIComponent(second);
  for (const path of [
    ...['/', '/links', `/analytics?link=${link.id}&range=7d`],
    ...[`/analytics?link=${word}`, `/links/${link.id}`, `/conversions?range=7d&link=${link.id}`],
    ...[
      `/tracking?link=${link.id}`,
      '/settings/profile',
      '/settings/security',
      '/support',
      `/${word}/${word}`,
    ],
  ]) {
    await page.goto(path);
    await settled(page);
    await look(page, path);
    await expectWords(page, breaches);
  }

  await page.request.post('/api/auth/forgot-password', {
    data: { email: person.email },
    headers: { origin: new URL(link.shortUrl).origin },
  });
  await mailTo(person.email, /^Reset your/);
  await mailTo(person.email, /password/i);
  for (const { html } of await mailsIn(mails, person.email)) {
    await page.setContent(html ?? '');
    await expectWords(page, breaches);
  }

  // The same check does detect a word that is executed as markup.
  await page.goto('/login');
  await page.evaluate((markup) => document.body.insertAdjacentHTML('beforeend', markup), first);
  await expect.poll(() => breaches.length).toBeGreaterThan(0);
  expect(await page.locator(hostileElements).count()).toBeGreaterThan(0);
  complaints.length = 0;
});

/** Opens dialogs, menus and tooltips of a screen. */
async function look(page: Page, path: string): Promise<void> {
  const chart = page.locator('figure:has(table)').first();
  if (await chart.isVisible()) await chart.hover();
  if (path.startsWith('/analytics?link=0')) {
    await page.getByRole('button', { name: 'View all referrers' }).click();
    await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible();
  }
  if (path === '/links') {
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Edit Link' }).click();
    await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible();
  }
}
