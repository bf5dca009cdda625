import { afterAll, describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Route } from '#contract/route';
import { routes } from '#contract/routes';
import {
  addEvents,
  addReport,
  addSplitTest,
  newTenant,
  type Things,
} from '#tests/support/builders/tenants';
import { call } from '#tests/support/calls';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { addressOf, bearer } from './ask.ts';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());
const { api, sql, clickHouse } = world;

/** The routes of v1 whose answer is a list. */
const lists = routes.filter(
  ({ method, path, answer }) =>
    method === 'GET' &&
    path.startsWith('/api/v1/') &&
    answer instanceof z.core.$ZodObject &&
    'nextCursor' in answer._zod.def.shape,
);

const newId = () => Bun.randomUUIDv7();
const word = () => randomBytes(8).toString('hex');

/** How a test adds an entry to a list, and removes the one with an id. */
type Filling = {
  add(things: Things): Promise<unknown>;
  /** Absent: nobody can remove one. */
  remove?(id: string, things: Things): Promise<unknown>;
};

/** Copies a row of the person's, but for these columns. */
function copies(
  table: string,
  changes: () => Record<string, string | number> = () => ({}),
  whose: 'user_id' | 'link_id' = 'user_id',
): Filling {
  return {
    add: ({ userId, linkId }) => sql`
      INSERT INTO ${sql(table)} OVERRIDING SYSTEM VALUE
      SELECT (jsonb_populate_record(one, ${sql.json({ id: newId(), ...changes() })})).*
      FROM ${sql(table)} AS one
      WHERE ${sql(whose)} = ${whose === 'user_id' ? userId : linkId} LIMIT 1`,
    remove: (id) => sql`DELETE FROM ${sql(table)} WHERE id::text = ${id}`,
  };
}

let next = 1_000_000;
const events: Filling = {
  add: (things) => addEvents(clickHouse, { ...things, conversionId: newId(), marker: word() }),
};
const splitTests: Filling = {
  add: (things) => addSplitTest(sql, { ...things, splitTestId: newId() }, (next += 1)),
  remove: (id) => sql`DELETE FROM split_tests WHERE id = ${id}`,
};

const fillings: Readonly<Record<string, Filling>> = {
  'GET /api/v1/activity': {
    add: ({ userId }) => sql`
      INSERT INTO audit_events (at, event, outcome, actor, user_id, network)
      VALUES (now(), 'key_created', 'done', 'session', ${userId}, '')`,
  },
  'GET /api/v1/alerts': copies('alerts'),
  'GET /api/v1/analytics/annotations': copies('annotations'),
  'GET /api/v1/analytics/views': copies('saved_views', () => ({ name: word() })),
  'GET /api/v1/conversion-attempts': {
    ...copies('conversion_attempts', () => ({ id: (next += 1), order_id: word() }), 'link_id'),
    remove: (orderId) => sql`DELETE FROM conversion_attempts WHERE order_id = ${orderId}`,
  },
  'GET /api/v1/conversions': events,
  'GET /api/v1/costs': copies('costs'),
  'GET /api/v1/domains': copies('domains', () => ({
    number: (next += 1),
    host: `${word()}.shop.example`,
  })),
  'GET /api/v1/events': copies('events', () => ({ natural_key: word() })),
  'GET /api/v1/folders': copies('folders', () => ({ name: word() })),
  'GET /api/v1/imports': copies('imports'),
  'GET /api/v1/keys': copies('api_keys', () => ({ key_digest: randomBytes(32).toString('hex') })),
  'GET /api/v1/links': {
    add: ({ fullKey }) =>
      call(api, '/api/v1/links', {
        ...bearer(fullKey),
        json: { originalUrl: `https://${word()}.example/` },
      }),
    remove: (id, { fullKey }) =>
      call(api, `/api/v1/links/${id}`, { ...bearer(fullKey), method: 'DELETE' }),
  },
  'GET /api/v1/links/:id/clicks': events,
  'GET /api/v1/links/:id/split-tests': splitTests,
  'GET /api/v1/mailed-reports': copies('mailed_reports'),
  'GET /api/v1/notices': {
    add: ({ userId }) => sql`
      INSERT INTO notices (user_id, event_key, kind, happened_at)
      VALUES (${userId}, ${word()}, 'password_changed', now())`,
    remove: (id) => sql`DELETE FROM notices WHERE id = ${id}`,
  },
  'GET /api/v1/shared-reports': {
    add: (things) => addReport(sql, { ...things, reportId: newId() }),
    remove: (id) => sql`DELETE FROM shared_reports WHERE id = ${id}`,
  },
  'GET /api/v1/split-tests': splitTests,
  'GET /api/v1/sql/statements': copies('saved_statements', () => ({ name: word() })),
  'GET /api/v1/tags': copies('tags', () => ({ name: word() })),
  'GET /api/v1/utm-templates': copies('utm_templates', () => ({ name: word() })),
  'GET /api/v1/webhooks': copies('webhooks'),
  'GET /api/v1/webhooks/:id/attempts': copies('webhook_attempts'),
};

type Page = {
  readonly data: readonly { readonly id?: string; readonly orderId: string }[];
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
  readonly count: number | null;
};

/** A list of a new person, with at least six entries, and how its pages are asked. */
async function newList({ name, method, path }: Route) {
  const filling = fillings[name];
  if (filling === undefined) throw new Error(`Say how an entry of ${name} is added`);
  const things = await newTenant(world, { hasEvents: true });
  for (let n = 0; n < 6; n += 1) {
    // One after another, so that they differ in time.
    // oxlint-disable-next-line no-await-in-loop
    await filling.add(things);
  }
  const address = addressOf({ name, method, path }, things);
  const ask = (query: string) =>
    call(api, `${address}${address.includes('?') ? '&' : '?'}${query}`, bearer(things.fullKey));
  const page = async (query: string): Promise<Page> => {
    const answer = await ask(query);
    expect([name, query, answer.status]).toEqual([name, query, 200]);
    return answer.json();
  };
  return { things, filling, ask, page };
}

type List = Awaited<ReturnType<typeof newList>>;

const idsOf = ({ data }: Page) => data.map(({ id, orderId }) => id ?? orderId);

/** Adds an entry, and removes this one where that is possible: the list has changed so. */
async function addAndRemove({ things, filling, page }: List, id: string): Promise<void> {
  const before = idsOf(await page('limit=100'));
  await Promise.all([filling.add(things), filling.remove?.(id, things)]);
  const after = idsOf(await page('limit=100'));

  expect(after.filter((each) => !before.includes(each))).toHaveLength(1);
  expect(before.filter((each) => !after.includes(each))).toEqual(filling.remove ? [id] : []);
}

/** Reads pages of one entry. After the second one, an entry is added, and the last read one removed. */
async function walk(
  list: List,
  to: 'nextCursor' | 'previousCursor',
  from: string | null,
): Promise<readonly string[]> {
  const seen: string[] = [];
  let cursor = from;
  do {
    // oxlint-disable-next-line no-await-in-loop
    const one = await list.page(`limit=1${cursor === null ? '' : `&cursor=${cursor}`}`);
    expect(one.data).toHaveLength(1);
    seen.push(...idsOf(one));
    if (seen.length === 2) {
      // oxlint-disable-next-line no-await-in-loop
      await addAndRemove(list, seen[1] ?? '');
    }
    cursor = one[to];
  } while (cursor !== null);
  return seen;
}

test('every list of v1 is tried here', () => {
  expect(lists.map(({ name }): string => name).toSorted()).toEqual(Object.keys(fillings));
});

describe('a list answers each entry once, page by page, while others come and go', () => {
  for (const route of lists) {
    test(route.name, async () => {
      const list = await newList(route);
      const old = idsOf(await list.page('limit=100'));
      expect(old.length).toBeGreaterThanOrEqual(6);

      const forward = await walk(list, 'nextCursor', null);

      expect(forward.filter((id) => old.includes(id))).toEqual(old);
      expect(new Set(forward).size).toBe(forward.length);

      const left = idsOf(await list.page('limit=100'));
      const before = await list.page(`limit=${left.length - 1}`);
      const last = await list.page(`limit=1&cursor=${before.nextCursor}`);
      expect([...idsOf(before), ...idsOf(last)]).toEqual(left);
      const back = await walk(list, 'previousCursor', last.previousCursor);

      expect(back.filter((id) => left.includes(id))).toEqual(left.slice(0, -1).toReversed());
      expect(new Set(back).size).toBe(back.length);
    });
  }
});

test('a list has 50 entries when no limit is sent, and refuses what it does not know', async () => {
  const list = await newList(one('GET /api/v1/costs'));
  for (let n = 0; n < 50; n += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await list.filling.add(list.things);
  }

  const page = await list.page('limit=');

  expect([page.data.length, page.count]).toEqual([50, 57]);
  for (const query of ['limit=0', 'limit=101', 'limit=1.5', 'page=2']) {
    expect([query, (await list.ask(query)).status]).toEqual([query, 422]);
  }
});

test('a list refuses the cursors of all other lists', async () => {
  const open = await Promise.all(
    lists.map(async (route) => ({ name: route.name, ...(await newList(route)) })),
  );
  const cursors = await Promise.all(open.map(({ page }) => page('limit=1')));

  for (const { name, ask } of open) {
    for (const [place, { nextCursor }] of cursors.entries()) {
      const owner = open[place]?.name;
      if (owner === name) continue;
      // oxlint-disable-next-line no-await-in-loop
      const refused = await ask(`cursor=${nextCursor}`);
      // oxlint-disable-next-line no-await-in-loop
      const { code } = await refused.json();
      expect([name, owner, refused.status, code]).toEqual([name, owner, 422, 'cursor_mismatch']);
    }
  }
});

function one(name: string): Route {
  const route = lists.find((each) => each.name === name);
  if (route === undefined) throw new Error(`${name} is no list`);
  return route;
}
