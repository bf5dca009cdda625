import { afterAll, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newTenant } from '#tests/support/builders/tenants';
import { call } from '#tests/support/calls';
import { curlCommands } from '#tests/support/readers/curl-commands';
import { edgeWorld } from '#tests/support/worlds/edge-world';

const docs = join(import.meta.dir, '../../docs');
const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());

const guides = readdirSync(join(docs, 'guides'))
  .map((name) => `guides/${name}`)
  // Some guides show other programs' settings alone.
  .filter((name) => readFileSync(join(docs, name), 'utf8').includes('curl '));

const person = await newTenant(world, { hasEvents: true });
const bearer = { authorization: `Bearer ${person.fullKey}` };
// The link of the examples.
await call(world.api, '/api/v1/links', {
  headers: bearer,
  json: { originalUrl: 'https://example.com/spring', customAlias: 'spring' },
});

for (const name of ['api/start.md', ...guides]) {
  test(`[manuals] every call of docs/${name} succeeds as it is shown`, async () => {
    const commands = curlCommands(readFileSync(join(docs, name), 'utf8'));

    expect(commands.length).toBeGreaterThan(0);
    for (const { text, method, path, headers, body } of commands) {
      const answer = await call(world.api, path, {
        method,
        headers: replaced(headers, person.fullKey),
        ...(body !== undefined && { json: body }),
      });
      expect([text, answer.ok ? '' : await answer.text()]).toEqual([text, '']);
    }
  });
}

function replaced(headers: Readonly<Record<string, string>>, key: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace('$WAYPOST_KEY', key)]),
  );
}
