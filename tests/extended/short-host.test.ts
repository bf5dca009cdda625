import { expect, test } from 'bun:test';
import { freePort } from '#adapters/embedded/free-port';
import { cleanUps } from '#tests/support/clean-ups';
import { eventually } from '#tests/support/waiting';
import { newDataDir, startWaypost } from '#tests/support/processes/waypost';

const cleanUp = cleanUps();
const appUrl = 'http://app';
const registrationsAnHour = 30;

type Call = { method?: string; body?: string; headers?: Record<string, string> };

/** A Waypost behind a proxy, under a host name of three letters. */
async function startedAsApp() {
  const [dataDir, port] = [await newDataDir(), await freePort(undefined)];
  cleanUp.add(dataDir.remove);
  const env = { APP_URL: appUrl, TRUSTED_PROXIES: '127.0.0.1' };
  const waypost = await startWaypost({ dataDir: dataDir.path, port, env });
  cleanUp.add(() => waypost.killTree());

  return async (path: string, address: string, more: Call = {}) => {
    const own = { host: 'app', origin: appUrl, 'x-forwarded-for': address };
    const headers = { ...own, ...more.headers };
    return fetch(`http://127.0.0.1:${port}${path}`, { ...more, headers });
  };
}

const json = (body: object, cookie = '') => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', cookie },
  body: JSON.stringify(body),
});
const password = 'correct horse battery staple';
const somebody = () => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  password,
  confirmPassword: password,
  email: `ada-${crypto.randomUUID()}@example.com`,
});

test('[client-address] under a short host of three letters limits, audit entries and event streams have the client’s address', async () => {
  const ask = await startedAsApp();
  const [crowded, other] = ['203.0.113.7', '198.51.100.9'];

  const first = await ask('/api/register', crowded, json(somebody()));
  const cookie = (first.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const stream = await ask('/api/v1/stream', crowded, { headers: { cookie } });
  const heard = untilHeartbeat(stream);

  const statuses = [first.status];
  for (let count = 1; count < registrationsAnHour; count += 1) {
    statuses.push((await ask('/api/register', crowded, json(somebody()))).status);
  }
  const refused = await ask('/api/register', crowded, json(somebody()));
  const elsewhere = await ask('/api/register', other, json(somebody()));
  const activity = await eventually(
    async () => (await ask('/api/v1/activity', crowded, { headers: { cookie } })).text(),
    (text) => text.includes('203.0.113.'),
  );
  const foreign = await ask('/api/v1/activity', crowded, { headers: { host: 'apt' } });

  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(refused.status).toBe(429);
  expect(elsewhere.status).toBe(201);
  expect(activity).toContain('203.0.113.');
  expect(foreign.status).toBe(421);
  expect(await heard).toContain(': still here');
}, 120_000);

/**
 * The text of a stream until its first heartbeat, or until its end. The heartbeat comes after 15 s.
 */
async function untilHeartbeat(stream: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of stream.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.includes(': still here')) return text;
  }
  return text;
}
