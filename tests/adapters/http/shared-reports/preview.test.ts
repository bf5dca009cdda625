import { afterAll, expect, test } from 'bun:test';
import { dayMs, minuteMs } from '#core/shared/time';
import { call } from '#tests/support/calls';
import { sharedReportWorld, type Sharer } from '#tests/support/worlds/shared-reports';

const world = await sharedReportWorld();
afterAll(world.drop);
const { app, time, logos, reports, views, person } = world;

const list = '/api/v1/shared-reports';
const preview = (one: Sharer, token: string, more = '') =>
  one.ask(`/api/public/${token}?preview=true${more}`);
const seen = async (one: Sharer, id: string) => {
  await views.store(reports);
  const { data } = await (await one.ask(list)).json();
  return data.find((report: { id: string }) => report.id === id).views;
};

test('the owner previews a report as visitors see it: without its password, and not as a view', async () => {
  const one = await person();
  const { token, id } = await one.shareReport({ password: 'correct horse' });

  const answer = await preview(one, token);

  expect(answer.status).toBe(200);
  expect(answer.headers.get('set-cookie')).toBeNull();
  const text = await answer.text();
  expect(text).not.toMatch(/revenue|profit|secret\.example/);
  const { report, preview: said, ...rest } = JSON.parse(text);
  expect(said).toEqual({ hasPassword: true, hasEnded: false });
  expect(rest).toMatchObject({ showsMoney: false, cover: { name: 'Autumn' } });
  expect(report.totals).toMatchObject({ clicks: 3, conversions: 2, money: [] });
  expect(await seen(one, id)).toBe(0);
  await one.ask(`${list}/${id}`, { method: 'PATCH', json: { password: null } });
  await one.ask(`/api/public/${token}`);
  expect(await seen(one, id)).toBe(1);
});

test('a report that has ended or is off can be previewed, with its logo', async () => {
  const one = await person();
  const expiresAt = new Date(time.nowMs + dayMs).toISOString();
  const { token, id } = await one.shareReport({ expiresAt, showsLogo: true });
  logos.set(one.id, new Uint8Array([255, 216, 255]));
  time.nowMs += 2 * dayMs;
  const said = async () => (await (await preview(one, token)).json()).preview;

  expect((await one.ask(`/api/public/${token}`)).status).toBe(404);
  expect(await said()).toEqual({ hasPassword: false, hasEnded: true });
  expect((await one.ask(`/api/public/${token}/logo?preview=true`)).status).toBe(200);
  expect((await one.ask(`/api/public/${token}/logo`)).status).toBe(404);
  await one.ask(`${list}/${id}`, { method: 'PATCH', json: { expiresAt: null, isOn: false } });
  expect(await said()).toEqual({ hasPassword: false, hasEnded: true });
  await one.ask(`${list}/${id}`, { method: 'PATCH', json: { isOn: true } });
  expect(await said()).toEqual({ hasPassword: false, hasEnded: false });
});

test('[public-pages] nobody but the owner previews: for others the word changes nothing', async () => {
  const one = await person();
  const other = await person();
  const locked = await one.shareReport({ password: 'correct horse' });
  const off = await one.shareReport({ isOn: false });
  const open = await one.shareReport();

  for (const ask of [
    (path: string) => other.ask(path),
    (path: string) => call(app, path),
    (path: string) => call(app, path, { cookie: `waypost_page=${one.id}` }),
    (path: string) => call(app, path, { headers: { authorization: `Bearer ${one.id}` } }),
  ]) {
    expect((await ask(`/api/public/${locked.token}?preview=true`)).status).toBe(401);
    expect((await ask(`/api/public/${off.token}?preview=true`)).status).toBe(404);
    expect((await ask(`/api/public/${off.token}/logo?preview=true`)).status).toBe(404);
    const shown = await (await ask(`/api/public/${open.token}?preview=true`)).json();
    expect(shown.preview).toBeNull();
  }
  for (const word of ['1', '', 'TRUE']) {
    expect((await one.ask(`/api/public/${locked.token}?preview=${word}`)).status).toBe(401);
  }
  expect(await seen(one, open.id)).toBe(1);
});

test('[public-pages] a preview shows nothing beyond the report, whatever its address asks', async () => {
  const one = await person();
  const { token } = await one.shareReport({ query: `range=7d&link=${one.linkId}` });
  const first = await (await preview(one, token)).text();

  for (const more of [`&link=${one.otherId}`, '&showsMoney=true&currency=USD', '&range=12m']) {
    time.nowMs += minuteMs;
    expect([more, await (await preview(one, token, more)).text()]).toEqual([more, first]);
  }
});
