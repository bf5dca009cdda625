import { afterAll, expect, test } from 'bun:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { someKeyText } from '#tests/support/builders/people';
import { addKey, newTenant } from '#tests/support/builders/tenants';
import { edgeWorld } from '#tests/support/worlds/edge-world';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());

/** The client of the former SDK, which most assistants still have. */
async function assistant(key: string) {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost:3000/api/mcp'), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: async (url, init) => world.api.fetch(new Request(url, init)),
  });
  await client.connect(transport);
  return client;
}

test('[mcp] the former official client lists the tools of its key, and calls each', async () => {
  const owner = await newTenant(world, { hasEvents: true });
  const client = await assistant(owner.fullKey);
  const argsOf: Readonly<Record<string, object>> = {
    create_link: { originalUrl: 'https://shop.example/new' },
    describe_sql: {},
    get_account: {},
    get_link: { id: owner.linkId },
    get_qr_code: { linkId: owner.linkId, size: 256 },
    get_split_test: { linkId: owner.linkId },
    list_conversions: { limit: 5 },
    list_labels: {},
    query_analytics: { metrics: ['clicks'], dimensions: ['country'] },
    run_sql: { query: 'SELECT 1 AS one' },
    search_links: { limit: 5 },
    update_link: { id: owner.linkId, isActive: false },
  };

  const { tools } = await client.listTools();

  expect(tools.map(({ name }) => name)).toEqual(Object.keys(argsOf));
  for (const { name } of tools) {
    const result = await client.callTool({ name, arguments: { ...argsOf[name] } });
    expect([name, result.isError ?? false]).toEqual([name, false]);
  }
  const refused = await client.callTool({ name: 'create_link', arguments: { originalUrl: 'no' } });
  expect(refused.isError).toBe(true);
});

test('[mcp] the former official client sees and calls nothing that its key does not open', async () => {
  const owner = await newTenant(world);
  const { key } = await addKey(world.sql, owner, ['account:read']);
  const client = await assistant(key);

  const { tools } = await client.listTools();

  expect(tools.map(({ name }) => name)).toEqual(['get_account']);
  const call = client.callTool({ name: 'get_link', arguments: { id: owner.linkId } });
  await expect(call).rejects.toThrow(/not found/i);
  await expect(assistant(someKeyText())).rejects.toThrow();
});
