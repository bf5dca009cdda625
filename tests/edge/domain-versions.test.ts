import { afterAll, expect, test } from 'bun:test';
import { newTenant } from '#tests/support/builders/tenants';
import { call } from '#tests/support/calls';
import { edgeWorld } from '#tests/support/worlds/edge-world';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());

/** The domain of a new account, asked with the version that the caller has seen. */
async function domain() {
  const { cookie, domainId } = await newTenant(world);
  const path = `/api/v1/domains/${domainId}`;
  const ask = async (method: string, seen: string | null, json?: object) => {
    const headers = seen === null ? {} : { 'if-match': seen };
    const answer = await call(world.api, path, { method, cookie, headers, ...(json && { json }) });
    const text = await answer.text();
    return {
      status: answer.status,
      etag: answer.headers.get('etag'),
      body: text === '' ? null : JSON.parse(text),
    };
  };
  return { cookie, ask };
}

test('a domain answers its version as ETag when it is claimed, shown and changed', async () => {
  const { cookie, ask } = await domain();
  const json = { domain: `go-${crypto.randomUUID()}.shop.example` };
  const claimed = await call(world.api, '/api/v1/domains', { method: 'POST', cookie, json });
  const shown = await ask('GET', null);
  const changed = await ask('PATCH', null, { rootUrl: 'https://shop.example/' });

  expect([claimed.status, claimed.headers.get('etag')]).toEqual([201, '"1"']);
  expect([shown.status, shown.etag, shown.body.version]).toEqual([200, '"1"', 1]);
  expect([changed.status, changed.etag, changed.body.version]).toEqual([200, '"2"', 2]);
});

test('of two editors that have seen one version of a domain, the second is told the present one', async () => {
  const { ask } = await domain();
  const rootUrl = 'https://shop.example/';
  const first = await ask('PATCH', '"1"', { rootUrl });
  const second = await ask('PATCH', '"1"', { rootUrl: 'https://other.example/' });

  expect([first.status, first.etag]).toEqual([200, '"2"']);
  expect([second.status, second.body.code, second.body.version]).toEqual([
    412,
    'changed_meanwhile',
    2,
  ]);
  expect((await ask('GET', null)).body.rootUrl).toBe(rootUrl);
  const removed = await ask('DELETE', '"1"');
  expect([removed.status, removed.body.version]).toEqual([412, 2]);
  expect((await ask('DELETE', '"2"')).status).toBe(204);
  expect((await ask('DELETE', '"2"')).status).toBe(404);
});

test('a version of a domain that is weak or no version is refused, and * is no condition', async () => {
  const { ask } = await domain();
  for (const seen of ['W/"1"', '1', '"one"', '"1", "2"']) {
    for (const method of ['PATCH', 'DELETE']) {
      const { status, body } = await ask(method, seen, method === 'PATCH' ? { rootUrl: null } : {});
      expect([seen, status, body.issues[0].path]).toEqual([seen, 422, 'If-Match']);
    }
  }
  expect((await ask('PATCH', '*', { rootUrl: null })).status).toBe(200);
  expect((await ask('DELETE', '*')).status).toBe(204);
});
