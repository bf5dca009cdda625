import { expect, test } from 'bun:test';
import { frame } from '#adapters/http/frame/frame';
import { mounted } from '#adapters/http/frame/on';
import { apiDocumentRoutes } from '#adapters/http/web/api-document';
import { appUrl, call, memoryLog } from '#tests/support/calls';
import { peopleByCookie } from '#tests/support/people-by-cookie';

const path = '/api/v1/openapi.json';

/** An instance that says this about its API. */
function instance(openapi: string) {
  const facts = { appUrl, version: '1.0.0', openapi };
  const app = frame({ appUrl, log: memoryLog(), isOutage: () => false }).use(
    mounted({ session: peopleByCookie().session }, apiDocumentRoutes(facts)),
  );
  return (headers: Record<string, string> = {}) => call(app, path, { headers });
}

test('the document of the API is read again only when it has changed', async () => {
  const ask = instance('{"openapi":"3.1.0"}');
  const first = await ask();
  const etag = first.headers.get('etag') ?? '';
  const same = await ask({ 'if-none-match': etag });
  const listed = await ask({ 'if-none-match': `"older", W/${etag}` });
  const changed = await instance('{"openapi":"3.1.1"}')({ 'if-none-match': etag });

  expect([first.status, await first.text()]).toEqual([200, '{"openapi":"3.1.0"}']);
  expect(etag).toMatch(/^"[\da-z]+"$/);
  for (const answer of [same, listed]) {
    expect([answer.status, await answer.text()]).toEqual([304, '']);
    expect(answer.headers.get('etag')).toBe(etag);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  }
  expect([changed.status, await changed.text()]).toEqual([200, '{"openapi":"3.1.1"}']);
  expect(changed.headers.get('etag')).not.toBe(etag);
});
