import { expect, test } from 'bun:test';
import { largestHeaderBytes, readLongHeaders } from '#adapters/http/frame/header-limit';
import { serveApp } from '#tests/support/worlds/serve-app';

test('[bounded-input] headers of up to 32 KB are read, longer ones are refused', async () => {
  readLongHeaders();
  const server = serveApp(({ headers }) => new Response(String(headers.get('x-long')?.length)));
  const send = (bytes: number) => fetch(server.url, { headers: { 'x-long': 'a'.repeat(bytes) } });

  const long = await send(largestHeaderBytes - 1024);
  const tooLong = await send(largestHeaderBytes + 1024);

  expect(long.status).toBe(200);
  expect(await long.text()).toBe(String(largestHeaderBytes - 1024));
  expect(tooLong.status).toBe(431);
  await server.stop(true);
});
