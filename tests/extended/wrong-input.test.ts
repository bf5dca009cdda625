import { afterAll, describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { call, type Call, isOurFailure } from '#tests/support/calls';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { newTenant, type Things } from '#tests/support/builders/tenants';
import { namesOf, routes as contract } from '#contract/routes';
import { callerAs } from '#tests/edge/ask';
import { rows } from '#tests/edge/rows';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());

/** Part of everything that is sent; no refusal may contain it. */
const marker = 'marker-5e1f';

const schema = z.object({ shape: z.record(z.string(), z.unknown()) });

/** The fields in a route's schema. */
function fieldsOf(stated: unknown): string[] {
  const found = schema.safeParse(stated);
  return found.success ? Object.keys(found.data.shape) : [];
}

/** Reports from servers and pages are read without a schema. */
const reported = ['cid', 'link', 'event', 'value', 'currency', 'order_id', 'payout', 'status'];

const routes = world.api.routes.map(({ method, path }) => {
  const known = contract.find((each) => namesOf(each).some((name) => name === `${method} ${path}`));
  const isReport = /^\/api\/(postback|track\/:name)$/.test(path);
  return {
    name: `${method} ${path}`,
    method,
    path,
    /** Refuses fields that its schema does not name. */
    isStrict: path.startsWith('/api/v1/') && known?.body !== undefined,
    inBody: isReport && method === 'POST' ? reported : fieldsOf(known?.body),
    inQuery: isReport ? [...reported, 'secret', 'profit', 'test'] : fieldsOf(known?.query),
  };
});
type Route = (typeof routes)[number];

const wrongValues: readonly unknown[] = [
  ...[null, true, -0.5, 1e308, [marker], { [marker]: marker }, marker.repeat(2000)],
  ...[`${marker}\0`, `${marker}\ud800`, `${marker}\r\nBcc: a@example.com`, `' OR 1=1 -- ${marker}`],
];
const wrongTexts = [
  ...['', `${marker}'`, `${marker}%00`, '%ff', '%ed%a0%80', '%E0%A4%A', 'x'.repeat(4000)],
  ...['..%2f..%2fetc%2fpasswd', '__proto__', '1e999', '%F0%9F%8C%8D'],
  ...[`${marker}%0d%0aSet-Cookie:a=b`, `${marker}&a[]=1`],
];
const wrongBodies = [
  ...['', ' ', 'null', '[]', '5', `"${marker}"`, '{', `{"a": ${marker}}`, '\0', '\ufeff{}'],
  ...['['.repeat(10_000), `${'['.repeat(30)}${']'.repeat(30)}`, `{"__proto__":{"polluted":1}}`],
  ...[`{"constructor":{"prototype":{"polluted":1}},"a":"${marker}"}`, `{"${marker}\\u0000":1}`],
];

/** Calls with all permissions: a session where sessions count, a key where keys do. */
function asker(route: Route, owner: Things) {
  const { method } = route;
  const caller = callerAs(route)(owner);
  let nth = 0;
  return (address: string, more: Call = {}): Promise<Response> => {
    nth += 1;
    return call(world.api, address, {
      method,
      ...caller,
      ...more,
      headers: {
        'x-forwarded-for': `2001:db8:${nth.toString(16)}:${Math.floor(Math.random() * 65_536).toString(16)}::1`,
        ...caller.headers,
        ...more.headers,
      },
    });
  };
}

/** Routes that answer a person's statement with ClickHouse's own words, which repeat a part of it. */
const speakingSql = /^POST (?:\/api\/v1\/sql|\/clickhouse|\/)$/;
const ofOurInside = /\/src\/|node_modules|postgres|\\n *at /i;
const ofEngines = /DB::|syntax error/i;

/** No refusal is a defect of ours, or contains foreign text. */
async function expectSober({ name }: Route, answer: Response, sent: unknown): Promise<void> {
  const what = JSON.stringify(sent)?.slice(0, 80);
  expect([what, isOurFailure(answer.status)]).toEqual([what, false]);
  expect([what, answer.headers.get('set-cookie')?.includes('a=b') ?? false]).toEqual([what, false]);
  if (answer.status < 400) return;
  const text = await answer.text();
  expect(text).not.toMatch(ofOurInside);
  if (speakingSql.test(name)) return;
  // An unknown field is named by its path.
  expect(text.replaceAll(/"path":"[^"]*"/g, '')).not.toContain(marker);
  expect(text).not.toMatch(ofEngines);
  // The errors of the assistants' protocol are JSON-RPC.
  const kind =
    name === 'POST /api/mcp' ? /^application\/(problem\+)?json\b/ : /^application\/problem\+json$/;
  expect(answer.headers.get('content-type')).toMatch(kind);
}

function addressOf({ name, path }: Route, owner: Things): string {
  return rows[name]?.address?.(owner) ?? path;
}

describe('[wrong-input] every field of every route handles wrong values', () => {
  for (const route of routes.filter(({ inBody }) => inBody.length > 0)) {
    test(`${route.name}: ${route.inBody.join(', ')}`, async () => {
      const owner = await newTenant(world);
      const ask = asker(route, owner);
      const whole = Object(rows[route.name]?.json?.(owner) ?? {});

      for (const field of route.inBody) {
        for (const value of wrongValues) {
          const json = { ...whole, [field]: value };

          await expectSober(route, await ask(addressOf(route, owner), { json }), json);
        }
      }
    });
  }
});

describe('[wrong-input] every writing route handles wrong bodies', () => {
  for (const route of routes.filter(({ method }) => method !== 'GET')) {
    test(route.name, async () => {
      const owner = await newTenant(world);
      const ask = asker(route, owner);

      for (const json of wrongBodies) {
        await expectSober(route, await ask(addressOf(route, owner), { json }), json);
      }

      expect('polluted' in {}).toBe(false);
    });
  }
});

describe('[wrong-input] every part of every path handles wrong text', () => {
  for (const route of routes) {
    test(route.name, async () => {
      const owner = await newTenant(world);
      const ask = asker(route, owner);
      const json = rows[route.name]?.json?.(owner);
      const body: Call = json === undefined ? {} : { json };
      const own = route.path.replace(/:\w+/, owner.linkId);
      // Routes that end the session or the account have no id in their path.
      const isOnce = /profile|logout|register|login/.test(route.path);
      const asked = [
        ...wrongTexts
          .filter(() => own !== route.path)
          .map((text) => route.path.replace(/:\w+/, text)),
        ...route.inQuery.flatMap((field, n) =>
          textsFor(route, n).map((text) => `${own}?${field}=${text}`),
        ),
        ...(isOnce
          ? []
          : [`${own}?__proto__=${marker}&${marker}=%00`, `${own}?%00=${marker}&a[]=1`]),
      ];

      for (const address of asked) await expectSober(route, await ask(address, body), address);

      expect('polluted' in {}).toBe(false);
    });
  }
});

/** All texts; for each field of a report, which asks the event store a lot, one. */
function textsFor({ inQuery }: Route, nth: number): string[] {
  return inQuery.length > 12 ? [wrongTexts[nth % wrongTexts.length] ?? ''] : wrongTexts;
}

/** Fields of an account or a link that only the server sets. */
const assigned = {
  id: '0193c0de-0000-7000-8000-00000000dead',
  userId: '0193c0de-0000-7000-8000-00000000dead',
  user_id: '0193c0de-0000-7000-8000-00000000dead',
  role: 'admin',
  isAdmin: true,
  paid: true,
  plan: 'lifetime',
  subscriptionStatus: 'lifetime',
  subscription_status: 'lifetime',
  trialEndsAt: '2999-01-01T00:00:00Z',
  trial_ends_at: '2999-01-01T00:00:00Z',
  verified: false,
  provider: 'google',
  googleId: '1',
  google_id: '1',
  stripeCustomerId: 'c',
  createdAt: '1999-01-01T00:00:00Z',
  clickCounter: 1e6,
  totalClicks: 1e6,
  click_count: 1e6,
  shortCode: 'assigned',
  number: 1,
  version: 1e6,
  splitVersion: 1e6,
  holder: {},
  user: {},
};

test('[server-assigned] server-assigned fields are ignored in every body, and under /api/v1 refused', async () => {
  const writes = routes.filter(({ name }) => rows[name]?.json !== undefined);
  const farewells = /^DELETE \/api\/profile$|reports?$/;
  const owner = await newTenant(world);
  const before = await assignedTo(owner.userId);

  for (const route of writes.filter(({ name }) => !farewells.test(name))) {
    const whole = Object(rows[route.name]?.json?.(owner));

    const answer = await asker(route, owner)(addressOf(route, owner), {
      json: { ...assigned, ...whole },
    });

    expect([route.name, answer.status < 500]).toEqual([route.name, true]);
    if (route.isStrict) {
      expect([route.name, answer.status]).toEqual([route.name, 422]);
      expect((await answer.json()).issues).toContainEqual({
        path: 'isAdmin',
        message: 'Unknown field',
      });
    }
    expect(await assignedTo(owner.userId)).toEqual(before);
  }
  const links =
    await world.sql`SELECT short_code, user_id FROM links WHERE user_id = ${owner.userId}`;
  expect(links.length).toBeGreaterThan(1);
  expect(links.map((link) => link['short_code'])).not.toContain('assigned');
});

async function assignedTo(userId: string): Promise<unknown> {
  return world.sql`
    SELECT id, subscription_status, trial_ends_at, verified, provider, google_id, facebook_id,
      stripe_customer_id, created_at
    FROM users WHERE id = ${userId}`;
}
