import { afterAll, expect, test } from 'bun:test';
import type { Attachment } from 'postal-mime';
import { postgresSaved } from '#adapters/postgres/analytics/saved';
import { mailReports } from '#core/mailed-reports/mail-reports';
import { addMailedReport } from '#core/mailed-reports/own-reports';
import { dayMs, hourMs, minuteMs } from '#core/shared/time';
import { newUser } from '#tests/support/builders/people';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { appUrl, call } from '#tests/support/calls';
import { pdfText } from '#tests/support/readers/pdf-text';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';
import { beginMs, daily, mailedReportWorld, path } from '#tests/support/worlds/mailed-reports';

const world = await mailedReportWorld();
const { store, sql, clock, sent, banned, lists, ports, app, people, person, stop } = world;
afterAll(stop);

/** The bytes of a file in a mail. */
function bytesOf(file: Attachment | undefined): Uint8Array {
  const content = file?.content ?? '';
  return typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
}

/** The lines of a PDF below the first one with this text. */
const linesAfter = (texts: readonly string[], text: string) => texts.slice(texts.indexOf(text) + 1);

/** Without a session: mail programs and people who have no account. */
const post = (address: string, json?: unknown) =>
  call(app, address, { method: 'POST', ...(json !== undefined && { json }) });

test('an address gets nothing before it confirmed, then the numbers, the change, a chart, a CSV file and a PDF', async () => {
  const { id, email, send, view, link, mailsTo } = await person();
  const [shop, blog] = [await link('Shop <b>'), await link('Blog')];
  const clicks = (linkId: string, atMs: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      aStoredClick({ userId: id, linkId, atMs: atMs + index * minuteMs, visitorId: index + 1 }),
    );
  const yesterday = beginMs - dayMs;
  await store.store({
    clicks: [
      ...clicks(shop, yesterday, 6),
      ...clicks(shop, yesterday - dayMs, 4),
      ...clicks(blog, yesterday - dayMs, 1),
      ...clicks(shop, beginMs - minuteMs * 30, 3),
    ],
    conversions: [aStoredConversion({ userId: id, linkId: shop, atMs: yesterday })],
  });
  const other = `team-${id}@shop.example`;

  const { status, body } = await send(daily(await view('range=90d'), email, other));

  expect(status).toBe(201);
  expect(body).toMatchObject({
    viewName: 'Spring',
    addresses: [
      { email, state: 'confirmed' },
      { email: other, state: 'waiting' },
    ],
    nextAt: '2026-11-21T12:00:00.000Z',
    sentAt: null,
  });
  const [asked] = await mailsTo(other);
  expect(asked?.mail.subject).toBe('Do you want these reports?');
  const token = /\?confirm=([\w.-]+)/.exec(asked?.mail.text ?? '')?.[1] ?? '';
  expect((await post('/api/mailed-reports/confirm', { token: `${token}0` })).status).toBe(400);
  expect((await post('/api/mailed-reports/confirm', { token })).status).toBe(204);

  clock.ms = beginMs + hourMs;
  await mailReports(ports);

  const received = (await mailsTo(other)).at(-1);
  expect(received?.recipients).toEqual([other]);
  const { subject, text, html, attachments, headers } = received?.mail ?? {};
  expect(subject).toBe('Spring: Fri, Nov 20');
  expect(text).toContain('compared with the day before. A visitor is counted once a UTC day.');
  expect(text).toContain('Clicks: 6, +20%');
  expect(text).toContain('Conversions: 1, new');
  expect(text).toContain('Conversion rate: 16.7%, +16.7 pt');
  expect(text).toContain('Revenue: $49.99, new');
  expect(text).toContain('Profit: $10, new');
  expect(text).toContain('Earnings per click: $8.33, new');
  expect(text).toContain(
    'Links: largest changes in clicks\nShop <b>: 6 clicks, +2\nBlog: 0 clicks, −1\n',
  );
  expect(text).toContain('You get this email because you confirmed that you want these reports.');
  expect(html).toContain('Shop &lt;b&gt;');
  expect(html).toContain(`cid:chart-${body.id}@waypost`);
  const [chart, csv, pdf] = attachments ?? [];
  expect(chart).toMatchObject({ mimeType: 'image/png', disposition: 'inline' });
  expect(new TextDecoder().decode(bytesOf(chart).slice(1, 4))).toBe('PNG');
  expect(csv).toMatchObject({ mimeType: 'text/csv', filename: 'report-2026-11-20.csv' });
  const lines = new TextDecoder().decode(bytesOf(csv)).split('\r\n');
  expect(lines[0]).toBe(
    'Date,Clicks,Unique Visitors Once a Day (UTC),Conversions,Conversion Rate,Revenue USD,Profit USD,Earnings Per Click USD',
  );
  expect(lines).toContain('2026-11-20T12:00+01:00,6,6,1,16.7,49.99,10.00,8.331666666666667');
  expect(lines).toHaveLength(26);
  expect(pdf).toMatchObject({ mimeType: 'application/pdf', filename: 'report-2026-11-20.pdf' });
  const { pages, texts } = await pdfText(bytesOf(pdf));
  const summed = (column: number) =>
    lines.slice(1, -1).reduce((sum, line) => sum + Number(line.split(',')[column]), 0);
  const shown = (name: string, count: number) => linesAfter(texts, name).slice(0, count - 1);
  expect(pages).toBe(1);
  expect(texts).toContain('Spring');
  expect(texts).toContain(
    'Clicks. The dashed line is the day before. A visitor is counted once a UTC day.',
  );
  expect(shown('Clicks', 3)).toEqual([`${summed(1)}`, '+20%']);
  expect(shown('Conversions', 3)).toEqual([`${summed(3)}`, 'new']);
  expect(shown('Revenue', 3)).toEqual(['$49.99', 'new']);
  expect(shown('Profit', 3)).toEqual(['$10', 'new']);
  expect(shown('Links: largest changes in clicks', 4)).toEqual(['Shop <b>', '6', '+2']);
  expect(shown('Links: most clicks', 4)).toEqual(['Shop <b>', '6', '100%']);
  expect(shown('Countries: most clicks', 4)).toEqual(['Germany', '6', '100%']);
  expect(headers).toContainEqual(
    expect.objectContaining({
      key: 'list-unsubscribe-post',
      value: 'List-Unsubscribe=One-Click',
    }),
  );

  const own = (await mailsTo(email)).at(-1)?.mail.text;
  expect(own).toContain('You get this email because you added this report in Waypost.');

  // Opened in a browser, it asks first. One click in a mail program is a form, without a session.
  const stop = headers?.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  const address = stop.slice(1, -1).replace(appUrl, '');
  const opened = await call(app, address);
  expect([opened.status, opened.headers.get('location')]).toEqual([
    302,
    `${appUrl}/verify/report?stop=${new URL(address, appUrl).searchParams.get('token')}`,
  ]);
  const form = await app.fetch(
    new Request(`${appUrl}${address}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    }),
  );
  expect(form.status).toBe(204);
  clock.ms += dayMs;
  await mailReports(ports);
  expect((await mailsTo(other)).length).toBe(2);
  expect((await mailsTo(email)).length).toBe(2);
});

test('costs are in the email and in the PDF, with their change', async () => {
  clock.ms = beginMs;
  const { id, email, send, view, link, mailsTo } = await person();
  const linkId = await link('Shop');
  const clicks = (atMs: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      aStoredClick({ userId: id, linkId, atMs: atMs + index * minuteMs, visitorId: index + 1 }),
    );
  const yesterday = beginMs - dayMs;
  await store.store({
    clicks: [...clicks(yesterday, 6), ...clicks(yesterday - dayMs, 4)],
    conversions: [aStoredConversion({ userId: id, linkId, atMs: yesterday })],
  });
  const cost = { linkId, campaign: null, currency: 'USD', lastDay: null, note: '' } as const;
  const { costs } = ports.analytics;
  await costs.add(id, { ...cost, kind: 'per_day', amount: 1200, firstDay: '2026-11-19' });
  await costs.add(id, { ...cost, kind: 'per_click', amount: 50, firstDay: '2026-11-20' });
  await send(daily(await view(), email));

  clock.ms = beginMs + hourMs;
  await mailReports(ports);

  const [received] = await mailsTo(email);
  // $12 and 6 clicks of $0.50, for $49.99; the day before $12 and 4 clicks, for nothing.
  const figures = [
    ['Cost', '$15', '+25%'],
    ['Cost per click', '$2.50', '−16.7%'],
    ['ROI', '+233.3%', '+333.3 pt'],
  ] as const;
  for (const [name, now, change] of figures) {
    expect(received?.mail.text).toContain(`${name}: ${now}, ${change}\n`);
  }
  const { texts } = await pdfText(bytesOf(received?.mail.attachments.at(-1)));
  expect(linesAfter(texts, 'Earnings per click').slice(2, 11)).toEqual(figures.flat());
});

test('a third currency is in the email, and the PDF says so', async () => {
  clock.ms = beginMs;
  const { id, email, send, view, link, mailsTo } = await person();
  const linkId = await link('Shop');
  const conversions = ['USD', 'EUR', 'GBP'].map((currency) =>
    aStoredConversion({ userId: id, linkId, atMs: beginMs - dayMs, currency }),
  );
  await store.store({ clicks: [], conversions });
  await send(daily(await view('measure=revenue&currency=EUR'), email));

  clock.ms = beginMs + hourMs;
  await mailReports(ports);

  const [received] = await mailsTo(email);
  for (const amount of ['$49.99', '€49.99', '£49.99']) {
    expect(received?.mail.text).toContain(`Revenue: ${amount}`);
  }
  const { texts } = await pdfText(bytesOf(received?.mail.attachments.at(-1)));
  expect(linesAfter(texts, 'Further currencies').slice(0, 2)).toEqual(['1', 'see the email']);

  expect(received?.mail.html).toContain('Revenue in EUR: €49.99; the dashed line: €0 of the day');
  expect(received?.mail.text).toContain('changes in revenue in EUR\nShop: €49.99, +€49.99\n');
  expect(texts.some((text) => text.startsWith('Revenue in EUR. The dashed line'))).toBe(true);
});

test('a link that has no clicks any more is named, however many links have some', async () => {
  clock.ms = beginMs;
  const { id, email, send, view, link, mailsTo } = await person();
  const gone = await link('Fell to none');
  const others = await Promise.all(Array.from({ length: 12 }, (_, index) => link(`Link ${index}`)));
  const click = (linkId: string, atMs: number) => aStoredClick({ userId: id, linkId, atMs });
  const [day, before] = [beginMs - dayMs, beginMs - 2 * dayMs];
  await store.store({
    clicks: [
      ...Array.from({ length: 9 }, (_, index) => click(gone, before + index)),
      ...others.flatMap((linkId) => [click(linkId, day), click(linkId, before)]),
      click(others[0] ?? '', day + 1),
    ],
    conversions: [],
  });
  await send(daily(await view(), email));

  clock.ms = beginMs + hourMs;
  await mailReports(ports);

  const [received] = await mailsTo(email);
  expect(received?.mail.text).toContain(
    'Links: largest changes in clicks\nFell to none: 0 clicks, −9\nLink 0: 2 clicks, +1\n',
  );
});

test('each period is mailed once: by two instances, after a kill before the mails are queued, and after one behind it', async () => {
  clock.ms = beginMs;
  const { email, send, view, mailsTo, list } = await person();
  await send(daily(await view(), email));
  clock.ms = beginMs + hourMs;

  // Killed while the chart is drawn: nothing is queued, and the report is still due.
  const killed = { ...ports, paint: () => Promise.reject(new Error('killed')) };
  expect(await mailReports(killed).catch((error: unknown) => error)).toBeInstanceOf(Error);
  expect(await mailsTo(email)).toHaveLength(0);

  await Promise.all([mailReports(ports), mailReports(ports)]);
  await mailReports(ports);
  expect(await mailsTo(email)).toHaveLength(1);

  // A restored next time does not repeat the period.
  await sql`UPDATE mailed_reports SET next_at = ${new Date(beginMs)}`;
  await mailReports(ports);
  expect(await mailsTo(email)).toHaveLength(1);
  expect(await list()).toMatchObject([
    { nextAt: '2026-11-22T12:00:00.000Z', sentAt: '2026-11-21T12:00:00.000Z' },
  ]);
});

test('a report that was daily is mailed for the week too, in which days were mailed', async () => {
  // A Wednesday: the day before is mailed, in the week that the next mail is about.
  const wednesday = Date.parse('2026-11-25T11:00:00Z');
  clock.ms = wednesday;
  const { email, send, view, mailsTo } = await person();
  const { body } = await send(daily(await view(), email));
  clock.ms = wednesday + hourMs;
  await mailReports(ports);
  expect(await mailsTo(email)).toHaveLength(1);

  await send({ every: 'week' }, 'PATCH', `${path}/${body.id}`);
  clock.ms = Date.parse('2026-11-30T12:00:00Z');
  await mailReports(ports);

  expect((await mailsTo(email)).map(({ mail }) => mail.subject)).toEqual([
    'Spring: Tue, Nov 24',
    'Spring: Mon, Nov 23 – Sun, Nov 29',
  ]);
});

test('nothing is mailed for a banned account', async () => {
  clock.ms = beginMs;
  const { id, email, send, view, mailsTo, list } = await person();
  await send(daily(await view(), email));
  banned.add(id);
  clock.ms = beginMs + hourMs;
  await mailReports(ports);

  expect(await mailsTo(email)).toHaveLength(0);
  expect(await list()).toMatchObject([{ nextAt: '2026-11-22T12:00:00.000Z', sentAt: null }]);
});

test('a view whose chart has weeks is mailed by hours or days', async () => {
  clock.ms = beginMs;
  const { email, send, view, mailsTo, list } = await person();
  await send(daily(await view('range=90d&unit=week'), email));
  clock.ms = beginMs + hourMs;
  await mailReports(ports);

  expect(await list()).toMatchObject([{ isBroken: false }]);
  const [received] = await mailsTo(email);
  expect(received?.mail.text).toContain(
    '/analytics?from=2026-11-20&to=2026-11-20&compare=previous',
  );
});

test('a report that fails stops no other one', async () => {
  await sql`DELETE FROM mailed_reports`;
  clock.ms = beginMs;
  const [failing, other] = [await person(), await person()];
  await failing.send(daily(await failing.view(), failing.email));
  await other.send({ ...daily(await other.view(), other.email), hour: 14 });
  clock.ms = beginMs + dayMs;
  let painted = 0;
  const paint: typeof ports.paint = (...svg) => {
    painted += 1;
    return painted === 1 ? Promise.reject(new Error('failed')) : ports.paint(...svg);
  };

  expect(await mailReports({ ...ports, paint }).catch(String)).toBe('Error: failed');

  expect(await other.mailsTo(other.email)).toHaveLength(1);
  expect(await failing.mailsTo(failing.email)).toHaveLength(0);
});

test('a report whose PDF cannot be written is mailed without it', async () => {
  clock.ms = beginMs;
  const { email, send, view, link, mailsTo } = await person();
  await link('Shop');
  await send(daily(await view('range=90d'), email));

  clock.ms = beginMs + hourMs;
  await mailReports({ ...ports, print: async () => null });

  const [received] = await mailsTo(email);
  expect(received?.mail.attachments.map(({ mimeType }) => mimeType)).toEqual([
    'image/png',
    'text/csv',
  ]);
});

test('a report waits for visits that an instance still holds, but not for ever', async () => {
  clock.ms = beginMs;
  const { email, send, view, mailsTo } = await person();
  await send(daily(await view(), email));
  sent.ms = beginMs - dayMs;

  clock.ms = beginMs + hourMs;
  await mailReports(ports);
  expect(await mailsTo(email)).toHaveLength(0);

  clock.ms = beginMs + 7 * hourMs;
  await mailReports(ports);
  sent.ms = Infinity;
  expect(await mailsTo(email)).toHaveLength(1);
});

test('ten reports that wait for visits do not hold up another one', async () => {
  await sql`DELETE FROM mailed_reports`;
  clock.ms = beginMs;
  const [waiting, ready] = [await person(), await person()];
  const viewId = await waiting.view();
  const ofMidnight = { ...daily(viewId, waiting.email), hour: 0 };
  await Promise.all(Array.from({ length: 10 }, () => waiting.send(ofMidnight)));
  const tokyo = { hour: 9, timeZone: 'Asia/Tokyo' };
  await ready.send({ ...daily(await ready.view(), ready.email), ...tokyo });

  // The day is over and stored in Tokyo, and in Berlin it is over but not stored.
  sent.ms = Date.parse('2026-11-21T16:00:00Z');
  clock.ms = Date.parse('2026-11-22T00:10:00Z');
  await mailReports(ports);
  sent.ms = Infinity;

  expect(await ready.mailsTo(ready.email)).toHaveLength(1);
  expect(await waiting.mailsTo(waiting.email)).toHaveLength(0);
});

test('ten reports that fail are tried again after the others', async () => {
  await sql`DELETE FROM mailed_reports`;
  clock.ms = beginMs;
  const [failing, other] = [await person(), await person()];
  const viewId = await failing.view();
  const ofFailing = daily(viewId, failing.email);
  await Promise.all(Array.from({ length: 10 }, () => failing.send(ofFailing)));
  await other.send({ ...daily(await other.view(), other.email), hour: 14 });
  clock.ms = beginMs + 2 * hourMs;
  const paint = () => Promise.reject(new Error('failed'));

  expect(await mailReports({ ...ports, paint }).catch(String)).toBe('Error: failed');
  await mailReports(ports);
  expect(await other.mailsTo(other.email)).toHaveLength(1);
  expect(await failing.mailsTo(failing.email)).toHaveLength(9);

  await mailReports(ports);
  expect(await failing.mailsTo(failing.email)).toHaveLength(10);
});

test('a report that is changed while it waits is still mailed for its period', async () => {
  clock.ms = beginMs;
  const { email, send, view, mailsTo } = await person();
  const { body } = await send(daily(await view(), email));
  sent.ms = beginMs - dayMs;
  clock.ms = beginMs + hourMs;
  await mailReports(ports);

  await send({ viewId: await view('country=DE'), hour: 12 }, 'PATCH', `${path}/${body.id}`);
  sent.ms = Infinity;
  await mailReports(ports);

  expect((await mailsTo(email)).map(({ mail }) => mail.subject)).toEqual(['Spring: Fri, Nov 20']);
});

test('a report that is switched on after its hour is due at that hour of the next day', async () => {
  clock.ms = beginMs;
  const { email, send, view, list } = await person();
  const { body } = await send({ ...daily(await view(), email), isEnabled: false });
  clock.ms = beginMs + 2 * hourMs;

  await send({ isEnabled: true }, 'PATCH', `${path}/${body.id}`);

  expect(await list()).toMatchObject([{ nextAt: '2026-11-22T12:00:00.000Z' }]);
});

test('a report that moves to another time zone is mailed at its hour there', async () => {
  clock.ms = beginMs;
  const { email, send, view } = await person();
  const { body } = await send(daily(await view(), email));
  const address = `${path}/${body.id}`;

  const moved = await send({ timeZone: 'Asia/Tokyo' }, 'PATCH', address);
  expect(moved.body).toMatchObject({ timeZone: 'Asia/Tokyo', nextAt: '2026-11-22T04:00:00.000Z' });
  expect((await send({ timeZone: 'Mars/Olympus' }, 'PATCH', address)).status).toBe(422);
});

test('a report whose addresses cannot be stored is not stored either', async () => {
  clock.ms = beginMs;
  const { id, email, view, list } = await person();
  const viewId = await view();

  const failed = await addMailedReport(
    { ...ports, newId: () => 'no id' },
    owner({ id, email, verified: true }),
    { viewId, every: 'day', hour: 13, timeZone: 'UTC', isEnabled: true, addresses: [email] },
  ).catch(() => 'failed');

  expect(failed).toBe('failed');
  expect(await list()).toEqual([]);
});

test('a view whose link is gone sends nothing, and the list says so', async () => {
  clock.ms = beginMs;
  const { email, send, view, mailsTo, list } = await person();
  await send(daily(await view(`link=${Bun.randomUUIDv7()}`), email));

  clock.ms = beginMs + hourMs;
  await mailReports(ports);

  expect(await mailsTo(email)).toHaveLength(0);
  expect(await list()).toMatchObject([{ isBroken: true, nextAt: '2026-11-22T12:00:00.000Z' }]);
});

test('addresses that stay keep their state and get no second mail; those left out get nothing more', async () => {
  clock.ms = beginMs;
  const { id, email, send, view, mailsTo, list } = await person();
  const [one, two] = [`one-${id}@shop.example`, `two-${id}@shop.example`];
  const { body } = await send(daily(await view(), email, one));
  const address = `${path}/${body.id}`;

  await send({ addresses: [email, one.toUpperCase(), two], hour: 20 }, 'PATCH', address);
  expect(await list()).toMatchObject([
    {
      hour: 20,
      nextAt: '2026-11-21T19:00:00.000Z',
      addresses: [
        { email, state: 'confirmed' },
        { email: one, state: 'waiting' },
        { email: two, state: 'waiting' },
      ],
    },
  ]);
  expect(await mailsTo(one)).toHaveLength(1);
  expect(await mailsTo(two)).toHaveLength(1);

  // The link of an address that was taken away confirms nothing, and an old one neither.
  const tokenIn = async (to: string) => {
    const [asked] = await mailsTo(to);
    return { token: /\?confirm=([\w.-]+)/.exec(asked?.mail.text ?? '')?.[1] ?? '' };
  };
  await send({ addresses: [email, two] }, 'PATCH', address);
  expect((await post('/api/mailed-reports/confirm', await tokenIn(one))).status).toBe(400);
  clock.ms = beginMs + 8 * dayMs;
  expect((await post('/api/mailed-reports/confirm', await tokenIn(two))).status).toBe(400);
});

test('views of others, wrong fields, and too many addresses are refused', async () => {
  clock.ms = beginMs;
  const { id, send, view } = await person();
  const other = await person();
  const viewId = await view();
  const theirs = await other.view();

  expect((await send(daily(theirs, 'a@shop.example'))).status).toBe(404);
  for (const wrong of [
    daily(viewId),
    daily(viewId, 'no address'),
    { ...daily(viewId, 'a@shop.example'), hour: 24 },
    { ...daily(viewId, 'a@shop.example'), timeZone: 'Mars/Olympus' },
    daily(viewId, ...Array.from({ length: 11 }, (_, at) => `a${at}@shop.example`)),
  ]) {
    expect((await send(wrong)).status).toBe(422);
  }
  const ten = (from: number) =>
    Array.from({ length: 10 }, (_, at) => `a${from + at}-${id}@shop.example`);
  expect((await send(daily(viewId, ...ten(0)))).status).toBe(201);
  const second = await send(daily(viewId, ...ten(10)));
  expect(second.status).toBe(201);
  expect((await send(daily(viewId, ...ten(20)))).status).toBe(429);
  const address = `${path}/${second.body.id}`;
  expect((await other.send({ hour: 3 }, 'PATCH', address)).status).toBe(404);
  expect((await other.send(null, 'DELETE', address)).status).toBe(404);
  expect((await send(null, 'DELETE', address)).status).toBe(204);
});

test('an account with an unconfirmed address mails nobody', async () => {
  const id = await newUser(sql);
  const ask = signIn({ app, people }, owner({ id, email: `${id}@example.com`, verified: false }));
  const { id: viewId } = await postgresSaved(lists).views.add(id, { name: 'Spring', query: '' });

  const answer = await ask(path, { method: 'POST', json: daily(viewId, 'a@shop.example') });

  expect([answer.status, (await answer.json()).code]).toEqual([403, 'email_unverified']);
});
