import { afterAll, describe, expect, test } from 'bun:test';
import { edgeWorld } from '#tests/support/edge-world';
import { newTenant } from '#tests/support/tenants';
import { rows } from './rows.ts';

const worlds = {
  http: await edgeWorld(),
  https: await edgeWorld({ appUrl: 'https://app.example' }),
};
afterAll(async () => {
  for (const world of Object.values(worlds)) await world[Symbol.asyncDispose]();
});

for (const [scheme, world] of Object.entries(worlds)) {
  describe(`SEC-37: over ${scheme} every answer of a route, refusals too, carries its headers`, () => {
    for (const { method, path } of world.api.routes) {
      const name = `${method} ${path}`;

      test(name, async () => {
        const owner = await newTenant(world);
        const row = rows[name];
        const url = `${world.appUrl}${row?.address?.(owner) ?? path}`;
        const body = JSON.stringify(row?.json?.(owner) ?? {});
        const own = { origin: world.appUrl, cookie: owner.cookie };
        const json = { 'content-type': 'application/json' };
        const asked = [
          new Request(url, { method }),
          new Request(url, { method: 'PROPFIND' }),
          method === 'GET'
            ? new Request(url, { headers: own })
            : new Request(url, { method, headers: { ...own, ...json }, body }),
        ];

        for (const request of asked) {
          const { headers } = await world.api.fetch(request);

          expect(headers.get('cache-control')).toBe(
            path === '/wp.js' && request.method === 'GET' ? 'public, max-age=3600' : 'no-store',
          );
          expect(headers.get('x-content-type-options')).toBe('nosniff');
          expect(headers.get('x-frame-options')).toBe('DENY');
          expect(headers.get('referrer-policy')).toBe('no-referrer');
          expect(headers.get('content-security-policy')).toContain("default-src 'none'");
          expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
          expect(headers.get('access-control-allow-origin')).toBeNull();
          expect(headers.has('strict-transport-security')).toBe(scheme === 'https');
        }
      });
    }
  });
}
