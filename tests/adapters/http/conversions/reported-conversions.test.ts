import { describe, expect, test } from 'bun:test';
import { call } from '#tests/support/calls';
import { createApiKey } from '#core/accounts/api-keys';
import { keyApp } from '#tests/support/worlds/accounts/key-app';
import { owner } from '#tests/support/worlds/links/link-world';

const path = '/api/v1/conversions';

async function start() {
  const app = keyApp();
  const person = owner();
  const userId = person.id;
  const wish = { name: 'Shop', scopes: ['conversions:write' as const] };
  const { key: text } = await createApiKey(app.keys.ports, { ...person, token: 'token' }, wish);
  const { link } = await app.reports.someLink({ customAlias: 'spring' }, userId);
  const report = (json: unknown, headers: Record<string, string> = {}) =>
    call(app.app, path, { json, headers: { authorization: `Bearer ${text}`, ...headers } });
  return { ...app, userId, link, report };
}

describe('POST /api/v1/conversions', () => {
  test('returns 202 with the id once the conversion is on disk', async () => {
    const { link, userId, report, reports } = await start();

    const response = await report({
      shortCode: 'Spring',
      eventType: 'subscription',
      value: 4999,
      profit: 1250,
      currency: 'GBP',
      orderId: ' A-17 ',
      metadata: { plan: 'pro', seats: 3 },
    });

    const [recorded] = reports.recorded;
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ id: recorded?.conversion.id ?? 'none' });
    expect(recorded).toMatchObject({
      certainty: 'synced',
      conversion: {
        linkId: link.id,
        userId,
        receivedAtMs: reports.time.nowMs,
        eventType: 'subscription',
        valueCents: 4999,
        profitCents: 1250,
        currency: 'GBP',
        orderId: 'A-17',
        source: 'api',
        isConfirmed: true,
        metadata: '{"plan":"pro","seats":3}',
      },
    });
  });

  test('records a link without other fields as a sale of 0 US dollars', async () => {
    const { link, report, reports } = await start();

    await report({ linkId: link.id });

    expect(reports.recorded[0]?.conversion).toMatchObject({
      eventType: 'sale',
      valueCents: 0,
      profitCents: 0,
      currency: 'USD',
      orderId: '',
      metadata: '',
    });
  });

  test('[conversion-input] refuses the former names of amounts', async () => {
    const { link, report, reports } = await start();

    const response = await report({ linkId: link.id, valueCents: 1, profitCents: 1 });

    expect(await response.json()).toMatchObject({
      status: 422,
      issues: ['valueCents', 'profitCents'].map((path) => ({ path, message: 'Unknown field' })),
    });
    expect(reports.recorded).toEqual([]);
  });

  test('[exact-money] [conversion-input] rejects invalid amounts', async () => {
    const { link, report, reports } = await start();

    for (const field of ['value', 'profit']) {
      for (const json of [
        '-1',
        '0.5',
        '12.345',
        '1e309',
        '1e18',
        '1000000001',
        '"4999"',
        '"٣"',
        '[]',
      ]) {
        const response = await report(`{"linkId":"${link.id}","${field}":${json}}`);

        expect(response.status).toBe(422);
        expect((await response.json()).issues[0].path).toBe(field);
      }
    }
    expect(reports.recorded).toEqual([]);
  });

  test('[conversion-input] rejects every other invalid field by name', async () => {
    const { link, report, reports } = await start();

    for (const [field, value] of Object.entries({
      eventType: 'x'.repeat(60_000),
      currency: 'USDT',
      orderId: 'x'.repeat(129),
      metadata: { text: 'x'.repeat(2048) },
      cid: 7,
      shortCode: 'x'.repeat(51),
    })) {
      const response = await report({ linkId: link.id, [field]: value });

      expect(response.status).toBe(422);
      expect((await response.json()).issues[0].path).toBe(field);
    }
    expect((await report({ linkId: link.id, metadata: ['a'] })).status).toBe(422);
    expect((await report({ linkId: link.id, orderId: 'a\tb' })).status).toBe(422);
    expect((await report({ eventType: 'sale' })).status).toBe(422);
    expect(reports.recorded).toEqual([]);
  });

  test('[separate-accounts] gives the same response for foreign and unknown links', async () => {
    const { report, reports } = await start();
    const foreign = await reports.someLink({ customAlias: 'theirs' });

    const answers = await Promise.all(
      [
        { linkId: foreign.link.id },
        { linkId: Bun.randomUUIDv7() },
        { shortCode: 'theirs' },
        { shortCode: 'nobodys' },
        { cid: 'tampered' },
      ].map(async (naming) => {
        const answer = await report(naming);
        const { requestId: _, ...body } = await answer.json();
        return { status: answer.status, body };
      }),
    );

    expect(answers[0]?.status).toBe(404);
    for (const answer of answers) expect(answer).toEqual(answers[0] ?? answer);
    expect(reports.recorded).toEqual([]);
  });

  test('[idempotency-keys] has one effect and one response per Idempotency-Key', async () => {
    const { link, report, reports } = await start();
    const headers = { 'idempotency-key': 'order-17' };

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => report({ linkId: link.id, value: 5 }, headers)),
    );
    const again = await report({ value: 5, linkId: link.id }, headers);
    const other = await report({ linkId: link.id, value: 6 }, headers);

    expect(reports.recorded).toHaveLength(1);
    for (const { status } of answers) expect([202, 409]).toContain(status);
    expect(again.status).toBe(202);
    expect(await again.json()).toEqual({ id: reports.recorded[0]?.conversion.id ?? 'none' });
    expect(other.status).toBe(422);
    expect((await other.json()).issues[0].path).toBe('Idempotency-Key');
  });

  test('rejects an invalid Idempotency-Key', async () => {
    const { link, report, reports } = await start();

    for (const key of ['', 'a b', 'x'.repeat(256), 'é']) {
      const response = await report({ linkId: link.id }, { 'idempotency-key': key });

      expect(response.status).toBe(422);
    }
    expect(reports.recorded).toEqual([]);
  });
});
