import { forgetSupport } from '#adapters/postgres/notices/support-inbox';
import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { dayMs, hourMs } from '#core/shared/time';
import { aRoutedLink } from '#tests/support/builders/links';
import { call } from '#tests/support/calls';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { supportWorld } from '#tests/support/worlds/notices/support-world';

const database = await testDatabase(schema);
const { sql } = database;
beforeEach(async () => {
  await sql`TRUNCATE outbox, contact_messages, link_reports`;
});
afterAll(() => database.drop());

const letter = {
  name: 'Eve Example',
  email: 'eve@example.com',
  subject: 'A question',
  message: 'Does it do this?\r\n\r\nAnd that <b>too</b>?',
};
const send = (world: ReturnType<typeof supportWorld>, more: object = {}, cookie = '') =>
  call(world.app, '/api/contact', { json: { ...letter, ...more }, cookie });
const confirm = ({ id }: { readonly id: string }) =>
  sql`UPDATE users SET verified = true WHERE id = ${id}`;
const kept = () => sql`SELECT user_id, name, email, subject, message FROM contact_messages`;

describe('a message to support', () => {
  test('is stored, and emailed with the sender as the reply address', async () => {
    const world = supportWorld(sql);

    const answer = await send(world, { subject: ` ${letter.subject} `, userId: 'forged' });

    expect(answer.status).toBe(201);
    const rows = await kept();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toEqual({ ...letter, user_id: null });
    const [mail, ...others] = await world.mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: 'help@go.example',
      replyTo: 'eve@example.com',
      subject: 'Support: A question',
    });
    expect(mail?.text).toContain('Does it do this?\n\nAnd that <b>too</b>?');
    expect(mail?.html).toContain('And that &lt;b&gt;too&lt;/b&gt;?');
  });

  test('contains the account of a signed-in sender, and is deleted with it', async () => {
    const world = supportWorld(sql);
    const person = await world.somebody();
    await send(world, {}, person.cookie);
    await send(world, { email: person.email.toLowerCase() });
    await send(world);
    await confirm(person);

    expect((await kept()).map((row) => row['user_id'])).toContain(person.id);
    const mail = (await world.mails()).find(({ subject }) => !subject.startsWith('Welcome'));
    expect(mail?.text).toContain(`Account ${person.id}`);
    await sql`DELETE FROM users WHERE id = ${person.id}`;

    expect((await kept()).map((row) => [row['user_id'], row['email']])).toEqual([
      [null, letter.email],
    ]);
    // A mail has the id of its message.
    expect(await sql`SELECT id FROM outbox`).toEqual(await sql`SELECT id FROM contact_messages`);
  });

  test('stays when somebody deletes an account with its address who has not confirmed the address', async () => {
    const world = supportWorld(sql);
    const person = await world.somebody();
    await send(world, { name: 'Signed in' }, person.cookie);
    await send(world, { name: 'Signed out', email: person.email });

    await sql`DELETE FROM users WHERE id = ${person.id}`;

    expect((await kept()).map((row) => row['name'])).toEqual(['Signed out']);
    expect(await sql`SELECT id FROM outbox`).toEqual(await sql`SELECT id FROM contact_messages`);
  });

  test.each([
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
    [{ subject: '' }, 'subject', 'Subject is required'],
    [{ message: 7 }, 'message', 'Message is required'],
    [{ message: 'x'.repeat(5001) }, 'message', 'Message must be at most 5000 characters'],
    [{ name: 'Eve\r\nBcc: all@example.com' }, 'name', 'Name contains characters'],
    [{ subject: 'Hi\r\nBcc: all@example.com' }, 'subject', 'Subject contains characters'],
    [{ email: 'eve@example.com\r\nBcc: all@example.com' }, 'email', 'Please enter a valid'],
    [{ message: 'A bell: \u0007' }, 'message', 'Message contains characters'],
  ])('%j is refused beside its field, and nothing is kept', async (more, path, message) => {
    const world = supportWorld(sql);

    const answer = await send(world, more);

    expect(answer.status).toBe(422);
    const { issues } = await answer.json();
    expect(issues).toHaveLength(1);
    expect(issues[0]).toEqual({ path, message: expect.stringContaining(message) });
    expect([await kept(), await world.mails()].flat()).toEqual([]);
  });

  test('is accepted ten times an hour from one network address', async () => {
    const world = supportWorld(sql);
    for (let sent = 0; sent < 10; sent += 1) expect((await send(world)).status).toBe(201);

    const refused = await send(world);
    world.from.address = '198.51.100.9';
    const fromElsewhere = await send(world);
    world.from.address = '203.0.113.7';
    world.world.time.nowMs += hourMs;

    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(fromElsewhere.status).toBe(201);
    expect((await send(world)).status).toBe(201);
  });

  test('is deleted after a year', async () => {
    const world = supportWorld(sql);
    await send(world);
    world.world.time.nowMs += 366 * dayMs;
    await send(world, { subject: 'A year later' });

    await forgetSupport(sql, new Date(world.world.time.nowMs));

    expect((await kept()).map((row) => row['subject'])).toEqual(['A year later']);
  });
});

const report = { url: 'https://go.example/Ab3dEfG', reason: 'It asks for\nmy bank card.' };
const tell = (world: ReturnType<typeof supportWorld>, more: object = {}) =>
  call(world.app, '/api/reports', { json: { ...report, ...more } });
const reported = () => sql`SELECT url, reason, email FROM link_reports`;

describe('[link-reports] a report of a link', () => {
  test('is stored, and emailed with everything needed to decide and to block', async () => {
    const world = supportWorld(sql);
    const link = aRoutedLink();
    world.links.set(report.url, link);

    const answer = await tell(world, { email: 'eve@example.com' });

    expect(answer.status).toBe(201);
    const rows = await reported();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toEqual({ ...report, email: 'eve@example.com' });
    const [mail] = await world.mails();
    expect(mail).toMatchObject({ to: 'help@go.example', replyTo: 'eve@example.com' });
    for (const line of [report.url, link.originalUrl, '/Ab3dEfG', 'shop.example', link.userId]) {
      expect(mail?.text.split('\n')).toContain(line);
    }
  });

  test('needs no sender and no existing link, and reveals nothing about the link', async () => {
    const world = supportWorld(sql);
    world.links.set(report.url, aRoutedLink());

    const known = await tell(world, { email: '' });
    const unknown = await tell(world, { url: 'elsewhere.example/x' });

    expect(Object.keys(await known.json())).toEqual(Object.keys(await unknown.json()));
    expect((await reported()).map((row) => [row['url'], row['email']])).toEqual([
      [report.url, null],
      ['https://elsewhere.example/x', null],
    ]);
    const [, mail] = await world.mails();
    expect(mail?.replyTo).toBeUndefined();
    expect(mail?.text).toContain('This Waypost has no link with this address.');
  });

  test.each([
    [{ url: '' }, 'url', 'Please enter a valid URL'],
    [{ url: 'javascript:alert(1)' }, 'url', 'Please enter a valid URL'],
    [{ url: 'https://a.example/\r\nBcc: x' }, 'url', 'Please enter a valid URL'],
    [{ url: 'two words' }, 'url', 'Please enter a valid URL'],
    [{ reason: ' ' }, 'reason', 'Reason is required'],
    [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
  ])('%j is refused beside its field', async (more, path, message) => {
    const answer = await tell(supportWorld(sql), more);

    expect(answer.status).toBe(422);
    expect((await answer.json()).issues).toEqual([{ path, message }]);
    expect(await reported()).toHaveLength(0);
  });

  test('stays when its sender deletes their account, without their address', async () => {
    const world = supportWorld(sql);
    const person = await world.somebody();
    await tell(world, { email: person.email.toUpperCase() });
    await tell(world, { email: 'eve@example.com' });
    await confirm(person);

    await sql`DELETE FROM users WHERE id = ${person.id}`;

    expect(new Set((await reported()).map((row) => row['email']))).toEqual(
      new Set([null, 'eve@example.com']),
    );
    expect((await world.mails()).map(({ replyTo }) => replyTo)).toEqual(['eve@example.com']);
  });

  test('keeps its address when the deleted account had not confirmed it', async () => {
    const world = supportWorld(sql);
    const person = await world.somebody();
    await tell(world, { email: person.email });

    await sql`DELETE FROM users WHERE id = ${person.id}`;

    expect((await reported()).map((row) => row['email'])).toEqual([person.email]);
    expect(await world.mails()).toMatchObject([{ replyTo: person.email }]);
  });
});
