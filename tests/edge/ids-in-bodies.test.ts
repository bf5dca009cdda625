import { afterAll, describe, expect, test } from 'bun:test';
import { newTenant, nobodysThings, type Things } from '#tests/support/builders/tenants';
import { call } from '#tests/support/calls';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { alertOf, costOf } from './rows.ts';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());
const another = await newTenant(world);
const missing = nobodysThings();

const link = { originalUrl: 'https://example.com/' };
const sale = { eventType: 'sale', value: 100 };
const report = { name: 'Spring', isOn: true };
const webhook = { url: 'https://hooks.example.com/' };
type BodyOf = (named: Things) => object;

/** Calls whose bodies name things, at the addresses of the caller's own things. */
const calls: readonly (readonly [name: string, path: (own: Things) => string, body: BodyOf])[] = [
  ['POST a tag', () => '/api/v1/links', ({ tagId }) => ({ ...link, tags: [tagId] })],
  ['POST a folder', () => '/api/v1/links', ({ folderId }) => ({ ...link, folder: folderId })],
  [
    'PUT a tag',
    () => '/api/v1/links',
    ({ tagId }) => ({ ...link, externalId: 'sku-7', tags: [tagId] }),
  ],
  ['PATCH a tag', ({ linkId }) => `/api/v1/links/${linkId}`, ({ tagId }) => ({ tags: [tagId] })],
  [
    'PATCH a folder',
    ({ linkId }) => `/api/v1/links/${linkId}`,
    ({ folderId }) => ({ folder: folderId }),
  ],
  [
    'POST tags and folders of a batch',
    () => '/api/v1/links/batch',
    ({ tagId, folderId }) => ({
      mode: 'create',
      links: [
        { ...link, tags: [tagId] },
        { ...link, folder: folderId },
      ],
    }),
  ],
  ['POST a conversion', () => '/api/v1/conversions', ({ linkId }) => ({ ...sale, linkId })],
  [
    'POST a conversion that is waited for',
    () => '/api/v1/conversions?wait=true',
    ({ linkId }) => ({ ...sale, linkId }),
  ],
  [
    'POST conversions of a batch',
    () => '/api/v1/conversions/batch',
    ({ linkId }) => ({ conversions: [{ ...sale, linkId }] }),
  ],
  [
    'POST a refund',
    () => '/api/v1/refunds',
    ({ linkId }) => ({ linkId, orderId: 'A-1', value: 100 }),
  ],
  [
    'POST links of a bulk action',
    () => '/api/v1/bulk-actions',
    ({ linkId }) => ({ action: 'pause', ids: [linkId] }),
  ],
  ['POST an alert', () => '/api/v1/alerts', ({ linkId }) => alertOf(linkId)],
  ['POST a cost', () => '/api/v1/costs', ({ linkId }) => costOf(linkId)],
  ['PUT a cost', ({ costId }) => `/api/v1/costs/${costId}`, ({ linkId }) => costOf(linkId)],
  [
    'POST a shared report',
    () => '/api/v1/shared-reports',
    ({ linkId }) => ({ ...report, query: `link=${linkId}` }),
  ],
  [
    'PATCH a shared report',
    ({ reportId }) => `/api/v1/shared-reports/${reportId}`,
    ({ linkId }) => ({ query: `link=${linkId}` }),
  ],
  [
    'POST links of a webhook',
    () => '/api/v1/webhooks',
    ({ linkId }) => ({ ...webhook, links: { ids: [linkId] } }),
  ],
  [
    'PATCH tags of a webhook',
    ({ webhookId }) => `/api/v1/webhooks/${webhookId}`,
    ({ tagId }) => ({ links: { tags: [tagId] } }),
  ],
  [
    'PATCH folders of a webhook',
    ({ webhookId }) => `/api/v1/webhooks/${webhookId}`,
    ({ folderId }) => ({ links: { folders: [folderId] } }),
  ],
  [
    'POST an event to a webhook',
    ({ eventId }) => `/api/v1/events/${eventId}/send`,
    ({ webhookId }) => ({ webhookId }),
  ],
  [
    'POST a question about a link',
    () => '/api/v1/analytics/query',
    ({ linkId }) => ({ metrics: ['clicks'], filters: [['is', 'link', [linkId]]] }),
  ],
  [
    'POST a question about labels',
    () => '/api/v1/analytics/query',
    ({ tagId, folderId }) => ({
      metrics: ['clicks'],
      filters: [
        ['is', 'tag', [tagId]],
        ['is', 'folder', [folderId]],
      ],
    }),
  ],
];

/** What is answered to a new account, without what is of this call and this account alone. */
async function answered([name, path, body]: (typeof calls)[number], named?: Things) {
  const own = await newTenant(world);
  const [method = ''] = name.split(' ');
  const json = body(named ?? own);
  const answer = await call(world.api, path(own), { method, cookie: own.cookie, json });
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
    test(each[0], async () => {
      const [theirs, none] = [await answered(each, another), await answered(each, missing)];

      expect(theirs).toEqual(none);
      expect(theirs.text).not.toContain(another.marker);
      // With a thing of the account's own the same call succeeds.
      expect((await answered(each)).isDone).toBe(true);
    });
  }
});
