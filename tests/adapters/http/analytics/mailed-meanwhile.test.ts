// What happens to a mailed report while its mails are made.
import { afterAll, expect, test } from 'bun:test';
import type { printReport } from '#adapters/pdf/print-report';
import { mailReports } from '#core/mailed-reports/mail-reports';
import { changeMailedReport } from '#core/mailed-reports/own-reports';
import { dayMs, hourMs } from '#core/shared/time';
import { owner } from '#tests/support/worlds/links/link-world';
import { beginMs, daily, mailedReportWorld, path } from '#tests/support/worlds/mailed-reports';

const { sql, clock, ports, person, stop } = await mailedReportWorld();
afterAll(stop);

test('a report that its owner changes while it is computed, or that a receiver stops, is not mailed then', async () => {
  clock.ms = beginMs;
  const [changed, stopped] = [await person(), await person()];
  const { body: report } = await changed.send(daily(await changed.view(), changed.email));
  await stopped.send(daily(await stopped.view(), stopped.email));
  clock.ms = beginMs + hourMs;
  const print: typeof printReport = async (page) => {
    await changed.send({ every: 'month' }, 'PATCH', `${path}/${report.id}`);
    await sql`
      UPDATE mailed_report_addresses SET state = 'stopped' WHERE email = ${stopped.email}`;
    return ports.print(page);
  };

  await mailReports({ ...ports, print });

  expect(await changed.mailsTo(changed.email)).toEqual([]);
  expect(await stopped.mailsTo(stopped.email)).toEqual([]);
  expect(await changed.list()).toMatchObject([
    { nextAt: '2026-12-01T12:00:00.000Z', sentAt: null },
  ]);
  expect(await stopped.list()).toMatchObject([{ nextAt: '2026-11-22T12:00:00.000Z' }]);
});

test('a report that is switched off while it is printed is not mailed', async () => {
  clock.ms = beginMs;
  const { email, send, view, mailsTo, list } = await person();
  const { body } = await send(daily(await view(), email));
  clock.ms = beginMs + hourMs;
  const print: typeof printReport = async (page) => {
    const answer = await send({ isEnabled: false }, 'PATCH', `${path}/${body.id}`);
    expect(answer.status).toBe(200);
    return ports.print(page);
  };

  await mailReports({ ...ports, print });

  expect((await mailsTo(email)).map(({ mail }) => mail.subject)).toEqual([]);
  expect(await list()).toMatchObject([{ isEnabled: false, sentAt: null }]);
});

test('a postponement of an earlier time leaves the time that the owner chose since', async () => {
  clock.ms = beginMs;
  const { id, email, send, view, list } = await person();
  const { body } = await send(daily(await view(), email));
  clock.ms = beginMs + hourMs;
  const due = await ports.mailed.due(new Date(clock.ms), 1000);
  const dueAt = due.find(({ userId }) => userId === id)?.nextAt ?? new Date(0);
  const postponed = { id: body.id, dueAt, nextAt: new Date(beginMs + 9 * dayMs), isBroken: true };
  await send({ hour: 20 }, 'PATCH', `${path}/${body.id}`);

  await ports.mailed.postpone(postponed);

  expect(await list()).toMatchObject([{ nextAt: '2026-11-21T19:00:00.000Z', isBroken: false }]);
  await ports.mailed.postpone({ ...postponed, dueAt: new Date('2026-11-21T19:00:00Z') });
  expect(await list()).toMatchObject([{ nextAt: postponed.nextAt.toISOString(), isBroken: true }]);
});

test('an address that is removed while others are added stays away, and can be asked again', async () => {
  clock.ms = beginMs;
  const { id, email, send, list, view, mailsTo } = await person();
  const other = email.replace('@', '-other@');
  const { body } = await send(daily(await view(), email, other));
  expect((await mailsTo(other)).length).toBe(1);
  const only = (...addresses: string[]) => send({ addresses }, 'PATCH', `${path}/${body.id}`);
  const setAddresses: typeof ports.mailed.setAddresses = async (...args) => {
    await only(email);
    await ports.mailed.setAddresses(...args);
  };

  const changing = { ...ports, mailed: { ...ports.mailed, setAddresses } };
  const me = owner({ id, email, verified: true });
  await changeMailedReport(changing, me, { id: body.id, addresses: [email, other] });

  expect((await list())[0].addresses).toMatchObject([{ email }]);
  await only(email, other);
  expect((await mailsTo(other)).length).toBe(2);
});

test('a change without times keeps the next time that a mail sets meanwhile', async () => {
  const { id, email, send, list, view } = await person();
  const { body } = await send(daily(await view(), email));
  const [viewId, nextAt] = [await view('country=DE'), new Date(beginMs + 10 * dayMs)];
  const of = async (userId: string) => {
    await sql`UPDATE mailed_reports SET next_at = ${nextAt} WHERE id = ${body.id}`;
    return ports.views.of(userId);
  };

  const changing = { ...ports, views: { ...ports.views, of } };
  await changeMailedReport(changing, owner({ id, email }), { id: body.id, viewId });

  expect(await list()).toMatchObject([{ viewId, nextAt: nextAt.toISOString() }]);
});
