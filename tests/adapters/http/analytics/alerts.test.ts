import { afterAll, expect, test } from 'bun:test';
import { alertRoutes } from '#adapters/http/analytics/alerts';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { postgresAlerts } from '#adapters/postgres/analytics/alerts';
import { postgresLinks } from '#adapters/postgres/links/links';
import { postgresLabels } from '#adapters/postgres/links/labels/labels';
import { postgresNotices } from '#adapters/postgres/notices/notices';
import { postgresEvents } from '#adapters/postgres/webhooks/events';
import { mostAlerts } from '#contract/analytics/alerts';
import { forgetAlarms, judgeAlerts } from '#core/alerts/jobs';
import { dayMs, hourMs, minuteMs } from '#core/shared/time';
import { Refusal } from '#core/shared/refusal';
import { bodyOf } from '#core/webhooks/body';
import { sentText } from '#core/webhooks/message';
import { newUser } from '#tests/support/builders/people';
import { storedNumbers } from '#tests/support/builders/reports';
import { aStoredClick, aStoredConversion } from '#tests/support/builders/stored-events';
import { appUrl, memoryLog, type Answers } from '#tests/support/calls';
import { testStores } from '#tests/support/databases/stores';
import { peopleByCookie } from '#tests/support/people-by-cookie';
import { testSeal } from '#tests/support/seal';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';
import { bodyOf as checkedBody, webhookWorld } from '#tests/support/worlds/webhooks/webhook-world';

const { store, sql, drop } = await testStores();
const webhooks = await webhookWorld();
afterAll(async () => {
  await drop();
  await webhooks.drop();
});

// A Saturday, ten minutes after the hour.
const beginMs = Date.parse('2026-11-21T10:10:00Z');
const clock = { ms: beginMs, now: () => clock.ms };
const sent = { ms: Infinity };
const lists = { sql, newId: (atMs: number) => Bun.randomUUIDv7('hex', atMs), clock };
const ports = {
  alerts: postgresAlerts(lists),
  analytics: storedNumbers({ sql, client: store.client }, clock.now),
  tags: postgresLabels(lists).tags,
  notices: postgresNotices(sql, testSeal),
  sent: { everythingSentUntil: async () => sent.ms },
  mostLinks: 10,
  appUrl,
  shortUrl: 'https://go.example',
  newId: lists.newId,
  clock,
};
const { people, session } = peopleByCookie();
const app: Answers = frame({ appUrl, log: memoryLog(), isOutage: () => false }).use(
  mounted({ session }, alertRoutes(ports)),
);

const path = '/api/v1/alerts';
const spring = {
  linkId: null as string | null,
  tagId: null as string | null,
  campaign: 'spring' as string | null,
  measure: 'clicks',
  kind: 'silent',
  bound: null as number | null,
  per: null as string | null,
  timeZone: 'Europe/Berlin',
  isMailed: true,
  isEnabled: true,
};
const nearLimit = { ...spring, campaign: null, kind: 'limit' };
const moreThan = (bound: number) => ({ ...spring, kind: 'above', bound, per: 'day' });

async function person() {
  const id = await newUser(sql);
  await sql`UPDATE users SET verified = true WHERE id = ${id}`;
  const ask = signIn({ app, people }, owner({ id }));
  const list = async () => (await (await ask(path)).json()).data;
  const send = async (json: unknown, method = 'POST', address = path) => {
    const answer = await ask(address, { method, json });
    return { status: answer.status, body: answer.status === 204 ? null : await answer.json() };
  };
  const link = async (title: string) => {
    const linkId = Bun.randomUUIDv7();
    await sql`
      INSERT INTO links (id, user_id, original_url, short_code, title, created_at, updated_at)
      VALUES (${linkId}, ${id}, 'https://example.com/', ${`c${linkId.slice(-8)}`}, ${title}, now(),
        now())`;
    return linkId;
  };
  /** Clicks of the campaign in each of these hours before 10:00. */
  const clicks = (linkId: string, hours: readonly number[], each = 5) =>
    store.store({
      clicks: hours.flatMap((hour) =>
        Array.from({ length: each }, (_, index) => {
          const atMs = beginMs - 10 * minuteMs - hour * hourMs + index * minuteMs;
          return aStoredClick({ userId: id, linkId, atMs, utmCampaign: 'spring' });
        }),
      ),
    });
  const notices = async () => (await ports.notices.newest(id, 20)).notices;
  const events = () => sql<{ id: string; type: string }[]>`
    SELECT id, type FROM events WHERE user_id = ${id} AND type LIKE 'alert%' ORDER BY happened_at, id`;
  const mails = async () => {
    const [row] =
      await sql`SELECT count(*)::int AS mails FROM outbox WHERE event_key LIKE ${`%${id}`}`;
    return row?.['mails'];
  };
  return { id, ask, list, send, link, clicks, notices, events, mails };
}

async function judge(atMs: number) {
  clock.ms = atMs;
  await judgeAlerts(ports);
}

const fiveWeeks = Array.from({ length: 5 * 7 * 24 }, (_, hour) => hour + 1);

test('an alert is listed as it was added, with its rule in words; changed, and removed', async () => {
  const { send, list } = await person();

  const { status, body } = await send(moreThan(1000));

  expect(status).toBe(201);
  expect(body).toEqual({
    ...moreThan(1000),
    id: expect.any(String),
    sentence: 'Clicks of campaign spring above 1,000 a day',
    trouble: null,
    last: null,
  });
  const address = `${path}/${body.id}`;
  const changed = await send({ bound: 5, isEnabled: false }, 'PATCH', address);
  expect(changed.body).toMatchObject({ bound: 5, isEnabled: false, per: 'day' });
  expect(await list()).toEqual([changed.body]);
  expect((await send(null, 'DELETE', address)).status).toBe(204);
  expect(await list()).toEqual([]);
});

test('what cannot be judged is refused', async () => {
  const { send, link } = await person();
  const linkId = await link('Shop');
  const other = await person();

  for (const wrong of [
    { ...spring, linkId },
    { ...spring, bound: 5 },
    { ...spring, per: 'day' },
    { ...moreThan(5), bound: null },
    { ...moreThan(5), per: null },
    { ...moreThan(5), bound: 0 },
    { ...moreThan(5), timeZone: 'Mars/Olympus' },
    { ...nearLimit, campaign: 'spring' },
    { ...nearLimit, measure: 'conversions' },
    { ...nearLimit, bound: 5 },
    { ...nearLimit, per: 'day' },
  ]) {
    expect((await send(wrong)).status).toBe(422);
  }
  const { body } = await send(spring);
  expect((await send({ bound: 5 }, 'PATCH', `${path}/${body.id}`)).status).toBe(422);
  const theirs = { ...spring, campaign: null, linkId };
  expect((await other.send(theirs)).status).toBe(404);
  expect((await other.send({ ...theirs, linkId: null, tagId: linkId })).status).toBe(404);
  expect((await other.send({ isEnabled: false }, 'PATCH', `${path}/${body.id}`)).status).toBe(404);
});

test('an account has at most 20 alerts', async () => {
  const { send } = await person();
  for (let count = 0; count < mostAlerts; count += 1) {
    expect((await send(moreThan(count + 1))).status).toBe(201);
  }

  expect((await send(spring)).status).toBe(409);
});

test('a silent campaign is told once by notice, mail and event, also by two instances; its end once', async () => {
  const { id, send, link, clicks, notices, events, mails, list } = await person();
  const linkId = await link('Shop');
  // Nothing for eight hours.
  await clicks(linkId, fiveWeeks.slice(8));
  await send(spring);

  clock.ms = beginMs;
  await Promise.all([judgeAlerts(ports), judgeAlerts(ports)]);
  await judge(beginMs + 2 * hourMs);

  const said =
    'Campaign spring: no clicks since Saturday, November 21, 3 AM (Europe/Berlin). In each of the four weeks before, the same 8 hours had at least 40.';
  expect(await notices()).toMatchObject([{ kind: 'alert_raised', text: said, link: null }]);
  expect(await mails()).toBe(1);
  expect(await list()).toMatchObject([{ last: { sentence: said, endedAt: null } }]);

  await clicks(linkId, [-2, -3, -4, -5]);
  await judge(beginMs + 4 * hourMs);
  await judge(beginMs + 6 * hourMs);

  expect((await notices()).map(({ kind }) => kind)).toEqual(['alert_ended', 'alert_raised']);
  expect(await mails()).toBe(2);
  const recorded = await events();
  expect(recorded.map(({ type }) => type)).toEqual(['alert.raised', 'alert.ended']);

  // The bodies are as the contract says, and short for Slack.
  const asked = { ...webhooks.ports, ...ports, events: postgresEvents(sql) };
  const bodies = await Promise.all(
    recorded.map(async (event) => {
      const stored = await asked.events.find(id, event.id);
      if (stored === null) throw new Error('The event is gone');
      return bodyOf(asked, stored);
    }),
  );
  const [raised, ended] = bodies;
  expect(checkedBody(raised ?? '').data).toMatchObject({
    alert: { kind: 'silent', sentence: said, seen: 0, expected: 40, endedAt: null },
  });
  expect(checkedBody(ended ?? '').data).toMatchObject({
    alert: { sentence: expect.stringContaining('clicks come again') },
  });
  expect(sentText(raised ?? '', 'slack')).toBe(JSON.stringify({ text: `Alert: ${said}` }));
});

test('conversions that stop while clicks go on raise an alert, with a link of its own', async () => {
  const { id, send, link, clicks, notices, events } = await person();
  const linkId = await link('Shop');
  await clicks(linkId, fiveWeeks);
  await store.store({
    conversions: fiveWeeks
      .slice(24)
      .map((hour) =>
        aStoredConversion({ userId: id, linkId, atMs: beginMs - hour * hourMs - 10 * minuteMs }),
      ),
  });
  await send({ ...spring, campaign: null, linkId, measure: 'conversions' });

  await judge(beginMs);

  expect(await notices()).toMatchObject([
    {
      kind: 'alert_raised',
      text: 'Shop: no conversions since Friday, November 20, 11 AM (Europe/Berlin), but 120 clicks. In each of the four weeks before, the same 24 hours had at least 24 for as many clicks.',
      link: { id: linkId },
    },
  ]);
  const [raised] = await events();
  const asked = { ...webhooks.ports, ...ports, events: postgresEvents(sql), links: webhooks.links };
  const stored = await asked.events.find(id, raised?.id ?? '');
  expect(stored?.type).toBe('alert.raised');
});

test('while visits wait in a spool, nothing is silent', async () => {
  const { send, link, clicks, notices } = await person();
  await clicks(await link('Shop'), fiveWeeks.slice(8));
  await send(spring);

  // An instance has not sent what it received since 02:00.
  sent.ms = beginMs - 10 * minuteMs - 8 * hourMs;
  await judge(beginMs);
  expect(await notices()).toEqual([]);

  sent.ms = Infinity;
  await judge(beginMs + 3 * minuteMs);
  expect(await notices()).toHaveLength(1);
});

test('more clicks than a bound raise an alert while the day goes on; an alert that is off does not', async () => {
  const { send, link, clicks, notices } = await person();
  const linkId = await link('Shop');
  await clicks(linkId, [2], 6);
  await send(moreThan(5));
  await send(moreThan(6));
  await send({ ...moreThan(5), isEnabled: false });
  await send({ ...moreThan(5), campaign: 'autumn' });

  await judge(beginMs);
  await judge(beginMs + 10 * minuteMs);

  expect(await notices()).toMatchObject([
    {
      kind: 'alert_raised',
      text: 'Campaign spring: 6 clicks on Saturday, November 21, more than 5 a day.',
    },
  ]);
});

test('an alert that was changed is judged at once', async () => {
  const { send, link, clicks, notices } = await person();
  await clicks(await link('Shop'), [2], 6);
  const { body } = await send(moreThan(100));
  await judge(beginMs);
  await send({ bound: 5 }, 'PATCH', `${path}/${body.id}`);

  await judge(beginMs + 1000);

  expect(await notices()).toMatchObject([{ kind: 'alert_raised' }]);
});

test('an alert that is changed while it is judged is not raised by its old bound, and is due at once', async () => {
  const { id, send, link, clicks, notices, list } = await person();
  await clicks(await link('Launch'), [1, 2]);
  const { body } = await send(moreThan(9));
  const due: typeof ports.alerts.due = async (...args) => {
    const found = await ports.alerts.due(...args);
    await send({ bound: 1000 }, 'PATCH', `${path}/${body.id}`);
    return found;
  };

  clock.ms = beginMs;
  await judgeAlerts({ ...ports, alerts: { ...ports.alerts, due } });

  expect(await notices()).toEqual([]);
  expect(await list()).toMatchObject([{ bound: 1000 }]);
  const again = await ports.alerts.due(new Date(beginMs), 1000);
  expect(again.map(({ userId }) => userId)).toContain(id);
});

test('a paused link is not silent, and a tag counts its links alone', async () => {
  const { id, send, link, clicks, notices } = await person();
  const linkId = await link('Shop');
  await clicks(linkId, fiveWeeks.slice(8));
  const other = await link('Blog');
  await clicks(other, [2], 6);
  const tagId = Bun.randomUUIDv7();
  await sql`
    INSERT INTO tags (id, user_id, name, color, created_at) VALUES (${tagId}, ${id}, 'Letters', 'red', now())`;
  await sql`INSERT INTO link_tags (link_id, tag_id) VALUES (${other}, ${tagId})`;
  await sql`UPDATE links SET is_active = false WHERE id = ${linkId}`;
  await send({ ...spring, campaign: null, linkId });
  await send({ ...moreThan(5), campaign: null, tagId });
  await send({ ...moreThan(6), campaign: null, tagId });

  await judge(beginMs);

  expect((await notices()).map(({ text }) => text)).toEqual([
    'Tag Letters: 6 clicks on Saturday, November 21, more than 5 a day.',
  ]);
});

test('a new campaign says that a silence needs more clicks', async () => {
  const { send, link, clicks, list } = await person();
  await clicks(await link('Shop'), [2]);
  await send(spring);

  await judge(beginMs);

  expect(await list()).toMatchObject([{ trouble: 'too_few', last: null }]);
});

test('an alert goes with its link, and old alarms with the time', async () => {
  const { id, send, link, clicks, list } = await person();
  const linkId = await link('Shop');
  await clicks(linkId, [2], 6);
  await send({ ...moreThan(5), campaign: null, linkId });
  await judge(beginMs);
  await sql`UPDATE alarms SET ended_at = raised_at WHERE user_id = ${id}`;

  await forgetAlarms({ ...ports, clock: { now: () => beginMs + 91 * dayMs } });
  expect(await list()).toMatchObject([{ last: null }]);
  await sql`DELETE FROM links WHERE id = ${linkId}`;
  expect(await list()).toEqual([]);
});

test('an alert of a tag with too many links says so; one that is refused for another reason is judged later', async () => {
  clock.ms = beginMs;
  await sql`DELETE FROM alerts`;
  const { id, link, list, send, clicks, notices } = await person();
  const tagId = Bun.randomUUIDv7();
  await sql`
    INSERT INTO tags (id, user_id, name, color, created_at) VALUES (${tagId}, ${id}, 'All', 'red', now())`;
  await clicks(await link('Boots'), [1]);
  await send({ ...moreThan(4), campaign: null, tagId });
  await send(moreThan(4));
  const { links, reports } = ports.analytics;
  const failing = (analytics: Partial<typeof ports.analytics>) =>
    judgeAlerts({ ...ports, analytics: { ...ports.analytics, ...analytics } });
  const troubles = async () => {
    const alerts: { tagId: string | null; trouble: string | null }[] = await list();
    return new Map(alerts.map((alert) => [alert.tagId, alert.trouble]));
  };

  const query = () => Promise.reject(new Refusal('busy', 'Two are asked'));
  expect(await failing({ reports: { ...reports, query } }).catch(String)).toContain(
    'Two are asked',
  );
  expect([...(await troubles()).values()]).toEqual([null, null]);
  clock.ms += 5 * minuteMs;
  await failing({ links: { ...links, having: async () => null } });
  const found = await troubles();
  expect([found.get(tagId), found.get(null)]).toEqual(['too_many_links', null]);
  expect(await notices()).toMatchObject([{ kind: 'alert_raised' }]);
});

test('an alert that cannot be counted stops no other one, and waits behind the others', async () => {
  clock.ms = beginMs;
  await sql`DELETE FROM alerts`;
  const [failing, other] = [await person(), await person()];
  await failing.send(moreThan(3));
  await other.send(moreThan(3));
  await other.clicks(await other.link('Shop'), [1]);
  const { erasures } = ports.analytics;
  const analytics: typeof ports.analytics = {
    ...ports.analytics,
    erasures: {
      pendingLinkIds: (userId) =>
        userId === failing.id
          ? Promise.reject(new Error('failed'))
          : erasures.pendingLinkIds(userId),
    },
  };

  expect(await judgeAlerts({ ...ports, analytics }).catch(String)).toBe('Error: failed');

  expect(await other.notices()).toMatchObject([{ kind: 'alert_raised' }]);
  expect(await failing.notices()).toEqual([]);
  const due = await ports.alerts.due(new Date(clock.ms), 50);
  expect(due.map(({ userId }) => userId)).not.toContain(failing.id);
});

test('an alert that is changed again and again is judged after those of others', async () => {
  clock.ms = beginMs;
  await sql`DELETE FROM alerts`;
  const [eager, patient] = [await person(), await person()];
  const { body: changed } = await eager.send(moreThan(3));
  clock.ms += 1000;
  await patient.send(moreThan(3));
  clock.ms += 1000;
  await eager.send({ bound: 4 }, 'PATCH', `${path}/${changed.id}`);

  const due = await ports.alerts.due(new Date(clock.ms), 1);
  expect(due.map(({ userId }) => userId)).toEqual([patient.id]);
});

test('a change without fields leaves when an alert is judged, and what is known of it', async () => {
  clock.ms = beginMs;
  const { send } = await person();
  const { body } = await send(moreThan(3));
  const asAdded = { id: body.id, dueAt: null };
  await ports.alerts.judged(asAdded, { dueAt: new Date(beginMs + dayMs), trouble: 'too_few' });
  const stored = async () => {
    const [row] = await sql`SELECT * FROM alerts WHERE id = ${body.id}`;
    return { ...row };
  };
  const before = await stored();
  clock.ms += hourMs;

  expect((await send({}, 'PATCH', `${path}/${body.id}`)).status).toBe(200);
  expect(await stored()).toEqual(before);
  expect(before).toMatchObject({ due_at: new Date(beginMs + dayMs), trouble: 'too_few' });

  await send({ bound: 4 }, 'PATCH', `${path}/${body.id}`);
  expect(await stored()).toMatchObject({ due_at: new Date(beginMs + hourMs), trouble: null });
});

test('a limit that is near is told once by notice, mail and event, with its link', async () => {
  const { id, send, list, link, notices, mails, events } = await person();
  const linkId = await link('summer');
  await sql`UPDATE links SET expires_after_clicks = 1000 WHERE id = ${linkId}`;
  const { body: alert } = await send(nearLimit);
  expect(alert).toMatchObject({
    sentence: 'A link or your account is near a limit',
    bound: null,
    per: null,
  });
  expect((await send({ bound: 5 }, 'PATCH', `${path}/${alert.id}`)).status).toBe(422);
  const near = { linkId, mostClicks: 1000, version: 1, since: new Date(beginMs), clicks: 812 };

  await ports.alerts.raiseNear([near], new Date(beginMs));
  await judge(beginMs);
  await ports.alerts.raiseNear([{ ...near, clicks: 813 }], new Date(beginMs + minuteMs));
  await judge(beginMs + hourMs);

  const said = 'summer has 812 of its 1,000 clicks.';
  expect(await notices()).toMatchObject([
    { kind: 'alert_raised', text: said, link: { id: linkId } },
  ]);
  expect(await mails()).toBe(1);
  expect(await list()).toMatchObject([
    { sentence: 'A link or your account is near a limit', last: { sentence: said } },
  ]);
  const [raised, ...more] = await events();
  expect(more).toEqual([]);
  const stores = { events: postgresEvents(sql), links: postgresLinks(sql) };
  const asked = { ...webhooks.ports, ...ports, ...stores };
  const stored = await asked.events.find(id, raised?.id ?? '');
  if (stored === null) throw new Error('The event is gone');
  const body = (await bodyOf(asked, stored)) ?? '';
  expect(checkedBody(body).data).toMatchObject({
    alert: { kind: 'limit', sentence: said, seen: 812, expected: 1000 },
    link: { id: linkId, title: 'summer' },
  });
  expect(sentText(body, 'discord')).toContain(said);
});

test('an account that has 90% of its links is told so', async () => {
  const { send, link, notices } = await person();
  await send(nearLimit);
  for (let count = 0; count < 9; count += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await link('Shop');
  }

  await judge(beginMs);
  await judge(beginMs + hourMs);

  expect(await notices()).toMatchObject([
    { kind: 'alert_raised', text: 'Your account has 9 of its 10 links.', link: null },
  ]);
});
