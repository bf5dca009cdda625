import { afterAll, describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { newTenant, nobodysThings, type Things } from '#tests/support/builders/tenants';
import { call } from '#tests/support/calls';
import { operations } from '#tests/support/documented';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { addressOf } from './ask.ts';
import { alertOf, costOf } from './rows.ts';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());

/** A new person, whose link has their tag and their folder. */
async function someone(hasEvents: boolean): Promise<Things> {
  const things = await newTenant(world, { hasEvents });
  const { linkId, tagId, folderId, cookie } = things;
  const json = { tags: [tagId], folder: folderId };
  await call(world.api, `/api/v1/links/${linkId}`, { method: 'PATCH', cookie, json });
  return things;
}

const another = await someone(true);
const missing = nobodysThings();

const link = { originalUrl: 'https://example.com/' };
const upsert = { ...link, externalId: 'sku-7' };
const sale = { eventType: 'sale', value: 100 };
const report = { name: 'Spring', isOn: true };
const webhook = { url: 'https://hooks.example.com/' };
const alert = { ...alertOf(''), linkId: null };
const mailed = { every: 'week', hour: 8, timeZone: 'UTC', isEnabled: true } as const;
const addresses = ['ada@shop.example'];
type BodyOf = (named: Things) => object;

/** The calls whose bodies name things, each with bodies that name one kind of them. */
const bodies: Readonly<Record<string, readonly BodyOf[]>> = {
  'POST /api/v1/links': [
    ({ tagId }) => ({ ...link, tags: [tagId] }),
    ({ folderId }) => ({ ...link, folder: folderId }),
  ],
  'PUT /api/v1/links': [
    ({ tagId }) => ({ ...upsert, tags: [tagId] }),
    ({ folderId }) => ({ ...upsert, folder: folderId }),
  ],
  'PATCH /api/v1/links/:id': [
    ({ tagId }) => ({ tags: [tagId] }),
    ({ folderId }) => ({ folder: folderId }),
  ],
  'POST /api/v1/links/batch': [
    ({ tagId, folderId }) => ({
      mode: 'create',
      links: [
        { ...link, tags: [tagId] },
        { ...link, folder: folderId },
      ],
    }),
  ],
  'POST /api/v1/conversions': [({ linkId }) => ({ ...sale, linkId })],
  'POST /api/v1/conversions?wait=true': [({ linkId }) => ({ ...sale, linkId })],
  'POST /api/v1/conversions/batch': [({ linkId }) => ({ conversions: [{ ...sale, linkId }] })],
  'POST /api/v1/refunds': [
    ({ linkId }) => ({ linkId, orderId: 'A-1', value: 100 }),
    ({ conversionId }) => ({ conversionId }),
  ],
  'POST /api/v1/bulk-actions': [
    ({ linkId }) => ({ action: 'pause', ids: [linkId] }),
    ({ tagId }) => ({ action: 'tag', tag: tagId, matching: {}, count: 1 }),
    ({ folderId }) => ({ action: 'move', folder: folderId, matching: {}, count: 1 }),
    ({ tagId }) => ({ action: 'pause', matching: { tags: [tagId] }, count: 1 }),
    ({ folderId }) => ({ action: 'pause', matching: { folders: [folderId] }, count: 1 }),
  ],
  'POST /api/v1/alerts': [({ linkId }) => alertOf(linkId), ({ tagId }) => ({ ...alert, tagId })],
  'POST /api/v1/costs': [({ linkId }) => costOf(linkId)],
  'PUT /api/v1/costs/:id': [({ linkId }) => costOf(linkId)],
  'POST /api/v1/mailed-reports': [({ viewId }) => ({ ...mailed, viewId, addresses })],
  'PATCH /api/v1/mailed-reports/:id': [({ viewId }) => ({ viewId })],
  'POST /api/v1/shared-reports': [({ linkId }) => ({ ...report, query: `link=${linkId}` })],
  'PATCH /api/v1/shared-reports/:id': [({ linkId }) => ({ query: `link=${linkId}` })],
  'POST /api/v1/webhooks': [
    ({ linkId }) => ({ ...webhook, links: { ids: [linkId] } }),
    ({ tagId }) => ({ ...webhook, links: { tags: [tagId] } }),
    ({ folderId }) => ({ ...webhook, links: { folders: [folderId] } }),
  ],
  'PATCH /api/v1/webhooks/:id': [
    ({ linkId }) => ({ links: { ids: [linkId] } }),
    ({ tagId }) => ({ links: { tags: [tagId] } }),
    ({ folderId }) => ({ links: { folders: [folderId] } }),
  ],
  'POST /api/v1/events/:id/send': [({ webhookId }) => ({ webhookId })],
  'POST /api/v1/analytics/query': [
    ({ linkId }) => ({ metrics: ['clicks'], filters: [['is', 'link', [linkId]]] }),
    ({ tagId, folderId }) => ({
      metrics: ['clicks'],
      filters: [
        ['is', 'tag', [tagId]],
        ['is', 'folder', [folderId]],
      ],
    }),
  ],
};

const calls = Object.entries(bodies).flatMap(([name, some]) =>
  some.map((body) => [name, body] as const),
);
type Call = (typeof calls)[number];

/** The fields of a body that have an id of these things: `links.ids`. */
function fieldsNaming(things: Things, value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => fieldsNaming(things, each, path));
  if (typeof value !== 'object' || value === null) {
    return Object.values(things).some((id) => String(value).includes(id)) ? [path] : [];
  }
  return Object.entries(value).flatMap(([name, part]) =>
    fieldsNaming(things, part, path === '' ? name : `${path}.${name}`),
  );
}

const part = z.record(z.string(), z.unknown());
const bodySchema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  properties: part.optional(),
  items: z.union([part, z.literal(false)]).optional(),
  anyOf: z.array(part).optional(),
  oneOf: z.array(part).optional(),
  allOf: z.array(part).optional(),
});
/** The names of fields with ids, but for those that a caller chooses. */
const idName = /(^|\.)(ids|tags?|folders?|(?!external|order|refund)\w+Id)$/;

/** The fields of a schema that take ids. */
function fieldsWithIds(schema: unknown, path = ''): readonly string[] {
  const { properties = {}, items, type, format, ...more } = bodySchema.parse(schema);
  const alternatives = [more.anyOf, more.oneOf, more.allOf].flatMap((each) => each ?? []);
  const isText = [type].flat().includes('string');
  return [
    ...(isText && (format === 'uuid' || idName.test(path)) ? [path] : []),
    ...[...alternatives, ...(items ? [items] : [])].flatMap((each) => fieldsWithIds(each, path)),
    ...Object.entries(properties).flatMap(([name, each]) =>
      fieldsWithIds(each, path === '' ? name : `${path}.${name}`),
    ),
  ];
}

test('[separate-accounts] every field of the document’s bodies that takes an id is tried here', () => {
  const documented = operations.flatMap(({ method, path, operation }) => {
    const { schema = {} } = operation.requestBody?.content['application/json'] ?? {};
    const name = `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
    return fieldsWithIds(schema).map((field) => `${name} ${field}`);
  });
  const tried = calls.flatMap(([name, body]) =>
    fieldsNaming(missing, body(missing)).map((field) => `${name} ${field}`),
  );

  expect(documented.length).toBeGreaterThan(25);
  // Ids of notices that are not there are ignored, so its answer says nothing.
  const untold = ['POST /api/v1/notices/read ids'];
  expect([...new Set(documented)].filter((each) => !tried.includes(each))).toEqual(untold);
});

/** What is answered to a new account, without what is of this call and this account alone. */
async function answered([name, body]: Call, named?: Things) {
  const [method = '', path = ''] = name.split(' ');
  const own = await someone('conversionId' in body(missing));
  const [plain = '', query = ''] = path.split('?');
  const address = addressOf({ name: `${method} ${plain}`, method, path: plain }, own);
  const json = body(named ?? own);
  const answer = await call(world.api, `${address}?${query}`, { method, cookie: own.cookie, json });
  const text = (await answer.text())
    .replaceAll(/"requestId":"[^"]+"/g, '')
    .replaceAll(own.marker, 'marker');
  const isDone = answer.ok && !text.includes('"code":"');
  return {
    isDone,
    status: answer.status,
    // What is made has its own id, code, secret and time.
    text: !isDone
      ? text
      : text
          .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')
          .replaceAll(/"[^"]{20,}"/g, 'long'),
    headers: [...answer.headers].filter(
      ([header]) => !/^(x-request-id|ratelimit.*|x-numbers-mark|content-length)$/.test(header),
    ),
  };
}

describe('[separate-accounts] in a body, another account’s id is answered as one that is missing', () => {
  for (const each of calls) {
    const [name, body] = each;
    test(`${name} ${fieldsNaming(missing, body(missing)).join(' ')}`, async () => {
      const [theirs, none] = [await answered(each, another), await answered(each, missing)];

      expect(theirs).toEqual(none);
      expect(theirs.text).not.toContain(another.marker);
      // With a thing of the account's own the same call succeeds.
      expect((await answered(each)).isDone).toBe(true);
    });
  }
});
