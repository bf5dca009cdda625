import { expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import { signUp } from '#tests/support/person';
import { inParallel, visit } from '#tests/support/visitor';
import { startedDataDir } from '#tests/support/processes/started-data-dir';
import { startWaypost } from '#tests/support/processes/waypost';

const cleanUp = cleanUps();

test('[login-floods] 200 concurrent logins delay no redirect, and the excess gets Retry-After', async () => {
  const dataDir = await startedDataDir();
  cleanUp.add(dataDir.remove);
  const waypost = await startWaypost({ dataDir: dataDir.path });
  cleanUp.add(waypost.killTree);
  const owner = await signUp(waypost.url);
  const link = await owner.createLink({ originalUrl: 'https://shop.example/' });

  const logins = inParallel({ count: 200, parallel: 200 }, (index) =>
    fetch(`${waypost.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: waypost.url },
      body: JSON.stringify({ email: `nobody-${index}@waypost.test`, password: 'no such password' }),
    }),
  );
  const visits = await inParallel({ count: 200, parallel: 5 }, () =>
    visit(`${waypost.url}/${link.shortCode}`),
  );

  expect(new Set(visits.map((answer) => answer.status))).toEqual(new Set([302]));
  const refused = (await logins).filter((answer) => answer.status !== 401);
  const statuses = new Set(refused.map((answer) => answer.status));
  expect(refused.length).toBeLessThan(200);
  // A slow machine is too late for some that it began to check.
  expect([...statuses].filter((status) => status !== 503)).toEqual([429]);
  expect(refused.every((answer) => Number(answer.headers.get('retry-after')) > 0)).toBe(true);
});
