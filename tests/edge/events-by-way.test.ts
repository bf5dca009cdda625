import { afterAll, expect, test } from 'bun:test';
import { newTenant } from '#tests/support/builders/tenants';
import { call } from '#tests/support/calls';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { bearer } from './ask.ts';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());

/** Imports and bulk actions have theirs in tests/adapters/postgres/links; jobs find what happens to conversions. */
test('[webhook-events] single calls, upserts and batches raise the same events of links', async () => {
  const { fullKey } = await newTenant(world);
  const ask = async (method: string, path: string, json?: unknown) => {
    const answer = await call(world.api, `/api/v1${path}`, { ...bearer(fullKey), method, json });
    return answer.status === 204 ? null : answer.json();
  };
  const known = new Set<string>();
  const raised = async (): Promise<string[]> => {
    const { data } = await ask('GET', '/events?limit=100');
    const fresh = data.filter(({ id }: { id: string }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    return fresh.map(({ type }: { type: string }) => type).toSorted();
  };
  const page = (path: string) => ({ originalUrl: `https://shop.example/${path}` });
  const external = (id: string, path: string) => ({ externalId: id, ...page(path) });
  const batch = (mode: string, ...links: unknown[]) => ask('POST', '/links/batch', { mode, links });
  await raised();

  const { id } = await ask('POST', '/links', page('single'));
  expect(await raised()).toEqual(['link.created']);
  await ask('PUT', '/links', external('sku', 'upsert'));
  expect(await raised()).toEqual(['link.created']);
  await batch('create', page('one'), page('two'));
  expect(await raised()).toEqual(['link.created', 'link.created']);
  await batch('upsert', external('other', 'made'), external('sku', 'changed'));
  expect(await raised()).toEqual(['link.created', 'link.updated']);

  await ask('PATCH', `/links/${id}`, { title: 'Spring' });
  expect(await raised()).toEqual(['link.updated']);
  await ask('PUT', '/links', { ...external('sku', 'changed'), title: 'Autumn' });
  expect(await raised()).toEqual(['link.updated']);
  // Nothing has changed.
  await ask('PUT', '/links', external('sku', 'changed'));
  await batch('upsert', external('sku', 'changed'));
  await ask('PATCH', `/links/${id}`, {});
  expect(await raised()).toEqual([]);

  await ask('DELETE', `/links/${id}`);
  expect(await raised()).toEqual(['link.deleted']);
});
