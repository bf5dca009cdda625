import { describe, expect, test } from 'bun:test';
import { ConversionReport } from '#contract/conversions/conversions';
import type { RawConversion } from '#core/conversions/conversion';
import { Refusal } from '#core/shared/refusal';
import { dayMs } from '#core/shared/time';
import { clickIdOf, reportWorld } from '#tests/support/worlds/conversions/report-world';

async function start(more: object = {}) {
  const world = reportWorld();
  const { owner, link } = await world.someLink({ trackConversions: true, ...more });
  const report = (given: Partial<ConversionReport> = {}): ConversionReport => ({
    linkId: link.id,
    shortCode: null,
    cid: null,
    eventType: 'sale',
    valueCents: 4999,
    profitCents: null,
    currency: 'EUR',
    orderId: '',
    metadata: '',
    ...given,
  });
  return { ...world, owner, link, report };
}

function codeOf(error: unknown): string {
  return error instanceof Refusal ? error.code : String(error);
}

describe('a conversion reported through the API', () => {
  test('[durable-conversions] is on disk, confirmed and always new, before its id is returned', async () => {
    const { reportConversion, owner, link, report, recorded, time } = await start();

    const id = await reportConversion(owner, report({ metadata: '{"plan":"pro"}' }), null);

    expect(recorded).toEqual([
      {
        certainty: 'synced',
        conversion: {
          id,
          receivedAtMs: time.nowMs,
          linkId: link.id,
          userId: owner,
          eventType: 'sale',
          valueCents: 4999,
          profitCents: 0,
          currency: 'EUR',
          source: 'api',
          isConfirmed: true,
          isRefund: false,
          refundId: '',
          orderId: '',
          isAlwaysNew: true,
          click: null,
          isAnonymous: true,
          address: '',
          userAgent: '',
          visitorCookie: '',
          metadata: '{"plan":"pro"}',
        } satisfies RawConversion,
      },
    ]);
  });

  test('[separate-accounts] finds its link by id, code, alias or click id, and no link of another account', async () => {
    const { reportConversion, owner, link, report, recorded, someLink } = await start({
      customAlias: 'Spring',
    });
    const foreign = await someLink({ customAlias: 'Foreign' });
    const cid = clickIdOf(link.number, { clickId: Bun.randomUUIDv7(), variant: 2 });

    await reportConversion(owner, report({ linkId: null, shortCode: link.shortCode }), null);
    await reportConversion(owner, report({ linkId: null, shortCode: 'sPRING' }), null);
    await reportConversion(owner, report({ linkId: null, cid }), null);
    expect(recorded.map(({ conversion }) => conversion.linkId)).toEqual(Array(3).fill(link.id));

    const foreignCid = clickIdOf(foreign.link.number, { clickId: Bun.randomUUIDv7(), variant: 0 });
    for (const naming of [
      { linkId: foreign.link.id },
      { linkId: Bun.randomUUIDv7() },
      { linkId: 'nonsense' },
      { linkId: null, shortCode: foreign.link.shortCode },
      { linkId: null, shortCode: 'foreign' },
      { linkId: null, shortCode: 'unknown' },
      { linkId: null, cid: foreignCid },
      { linkId: null, cid: 'tampered' },
    ]) {
      const refused = await reportConversion(owner, report(naming), null).catch(codeOf);
      expect(refused).toBe('not_found');
    }
    expect(recorded).toHaveLength(3);
    expect(await reportConversion(owner, report({ linkId: null }), null).catch(codeOf)).toBe(
      'invalid',
    );
  });

  test('[attribution] has the click of a click id only for this link and within the window', async () => {
    const { reportConversion, owner, link, report, recorded, someLink, time } = await start();
    const other = await someLink({});
    const click = { clickId: Bun.randomUUIDv7('hex', time.nowMs), variant: 3 };
    const old = { ...click, clickId: Bun.randomUUIDv7('hex', time.nowMs - 31 * dayMs) };

    await reportConversion(owner, report({ cid: clickIdOf(link.number, click) }), null);
    await reportConversion(owner, report({ cid: clickIdOf(other.link.number, click) }), null);
    await reportConversion(owner, report({ cid: 'tampered' }), null);
    await reportConversion(owner, report({ cid: clickIdOf(link.number, old) }), null);

    expect(recorded.map(({ conversion }) => conversion.click)).toEqual([click, null, null, null]);
  });

  test('has the link’s profit for a sale in its currency, else the sent profit', async () => {
    const { reportConversion, owner, report, recorded } = await start({
      autoTrackProfit: true,
      profitPerSaleCents: 1250,
      profitPerSaleCurrency: 'EUR',
    });

    await reportConversion(owner, report({ profitCents: 7, currency: 'EUR' }), null);
    await reportConversion(owner, report({ profitCents: 7, currency: 'USD' }), null);
    await reportConversion(owner, report({ profitCents: 7, eventType: 'lead' }), null);
    await reportConversion(owner, report({ eventType: 'lead' }), null);

    expect(recorded.map(({ conversion }) => conversion.profitCents)).toEqual([1250, 7, 7, 0]);
  });
});

describe('[idempotency-keys] an idempotency key', () => {
  test('knows its request by the same text as in every release', () => {
    const read = ConversionReport.parse({
      metadata: { plan: 'pro' },
      valueCents: 5,
      linkId: 'one',
    });

    expect(JSON.stringify(read)).toBe(
      '{"linkId":"one","shortCode":null,"cid":null,"eventType":"sale","valueCents":5,' +
        '"profitCents":null,"currency":"USD","orderId":"","metadata":"{\\"plan\\":\\"pro\\"}"}',
    );
  });

  test('makes repeated calls one conversion with one id', async () => {
    const { reportConversion, owner, report, recorded } = await start();

    const first = await reportConversion(owner, report(), 'k');
    const second = await reportConversion(owner, report(), 'k');
    const other = await reportConversion(owner, report(), 'l');

    expect(second).toBe(first);
    expect(recorded.map(({ conversion }) => conversion.id)).toEqual([first, other]);
  });

  test('is rejected for another call, and while the first is running', async () => {
    const { reportConversion, owner, report, recorded, disk } = await start();
    const { promise, resolve } = Promise.withResolvers<void>();
    disk.wait = promise;
    const first = reportConversion(owner, report(), 'k');

    const second = await reportConversion(owner, report(), 'k').catch(codeOf);
    const different = await reportConversion(owner, report({ valueCents: 1 }), 'k').catch(codeOf);
    resolve();
    await first;

    expect([second, different]).toEqual(['conflict', 'invalid']);
    expect(recorded).toHaveLength(1);
  });

  test('records one conversion for 20 concurrent calls', async () => {
    const { reportConversion, owner, report, recorded } = await start();

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => reportConversion(owner, report(), 'k').catch(codeOf)),
    );

    expect(recorded).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set([recorded[0]?.conversion.id ?? '', 'conflict']));
  });

  test('is free for a corrected call when the first one was refused', async () => {
    const { reportConversion, owner, report, recorded } = await start();
    const nowhere = report({ linkId: null });
    const elsewhere = report({ linkId: null, shortCode: 'nobody' });

    expect(await reportConversion(owner, nowhere, 'k').catch(codeOf)).toBe('invalid');
    expect(await reportConversion(owner, elsewhere, 'k').catch(codeOf)).toBe('not_found');
    const id = await reportConversion(owner, report(), 'k');

    expect(recorded.map(({ conversion }) => conversion.id)).toEqual([id]);
  });

  test('lets a retry record the same conversion after a crash', async () => {
    const { reportConversion, owner, report, recorded, disk, time } = await start();
    disk.wait = new Promise(() => {});
    void reportConversion(owner, report(), 'k');
    while (recorded.length === 0) await Promise.resolve();

    disk.wait = Promise.resolve();
    time.nowMs += 15_000;
    const id = await reportConversion(owner, report(), 'k');

    expect(recorded.map(({ conversion }) => conversion.id)).toEqual([id, id]);
  });

  test('lets the same call succeed after a disk error', async () => {
    const { reportConversion, owner, report, recorded, disk } = await start();
    disk.wait = Promise.reject(new Refusal('unavailable', 'The disk is full'));
    expect(await reportConversion(owner, report(), 'k').catch(codeOf)).toBe('unavailable');

    disk.wait = Promise.resolve();
    const id = await reportConversion(owner, report(), 'k');

    expect(recorded.at(-1)?.conversion.id).toBe(id);
  });
});
