import { describe, expect, test } from 'bun:test';
import { metricsAnswer } from '#adapters/http/metrics';

const token = 'prometheus-reads-with-this';
const text = () => Promise.resolve('waypost_ready 1\n');

async function ask(
  from: string,
  { sent = {}, token: set = null }: { sent?: Record<string, string>; token?: string | null } = {},
) {
  const request = new Request('https://other.example/metrics', { headers: sent });
  const connections = { requestIP: () => ({ address: from }), timeout: () => {} };
  const answer = await metricsAnswer({ token: set, text })(request, connections);
  return { status: answer.status, body: await answer.text(), headers: answer.headers };
}

describe('GET /metrics', () => {
  test.each(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])(
    'answers programs of this machine: %s',
    async (from) => {
      const { status, body, headers } = await ask(from);

      expect(status).toBe(200);
      expect(body).toBe('waypost_ready 1\n');
      expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  test.each(['198.51.100.7', '2001:db8::1', '10.0.0.1', ''])(
    'is closed to other machines: %s',
    async (from) => {
      const { status, body } = await ask(from);

      expect(status).toBe(403);
      expect(body).not.toContain('waypost_ready');
    },
  );

  test.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])(
    'is closed to what a proxy on this machine passes on: %s',
    async (name) => {
      const { status } = await ask('127.0.0.1', { sent: { [name]: '127.0.0.1' } });

      expect(status).toBe(403);
    },
  );

  test('opens to the token from everywhere, through proxies too', async () => {
    const sent = { authorization: `Bearer ${token}`, 'x-forwarded-for': '198.51.100.7' };

    expect((await ask('10.0.0.1', { sent, token })).status).toBe(200);
  });

  test.each([`Bearer ${token}x`, `Bearer `, token, `Basic ${token}`])(
    'refuses another token, on this machine too: %s',
    async (authorization) => {
      expect((await ask('127.0.0.1', { sent: { authorization }, token })).status).toBe(403);
      expect((await ask('127.0.0.1', { sent: { authorization } })).status).toBe(403);
    },
  );
});
