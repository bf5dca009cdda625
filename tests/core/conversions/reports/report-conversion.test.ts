import { describe, expect, test } from 'bun:test';
import type { ConversionReport } from '#contract/conversions/programs';
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
    value: 4999,
    profit: null,
    currency: 'EUR',
    orderId: '',
    convertedAt: null,
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

    const id = await reportConversion(owner, report({ metadata: '{"plan":"pro"}' }));

    expect(recorded).toEqual([
      {
        certainty: 'synced',
        conversion: {
          id,
          receivedAtMs: time.nowMs,
          convertedAtMs: time.nowMs,
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

    await reportConversion(owner, report({ linkId: null, shortCode: link.shortCode }));
    await reportConversion(owner, report({ linkId: null, shortCode: 'sPRING' }));
    await reportConversion(owner, report({ linkId: null, cid }));
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
      const refused = await reportConversion(owner, report(naming)).catch(codeOf);
      expect(refused).toBe('not_found');
    }
    expect(recorded).toHaveLength(3);
    expect(await reportConversion(owner, report({ linkId: null })).catch(codeOf)).toBe('invalid');
  });

  test('[attribution] has the click of a click id only for this link and within the window', async () => {
    const { reportConversion, owner, link, report, recorded, someLink, time } = await start();
    const other = await someLink({});
    const click = { clickId: Bun.randomUUIDv7('hex', time.nowMs), variant: 3 };
    const old = { ...click, clickId: Bun.randomUUIDv7('hex', time.nowMs - 31 * dayMs) };

    await reportConversion(owner, report({ cid: clickIdOf(link.number, click) }));
    await reportConversion(owner, report({ cid: clickIdOf(other.link.number, click) }));
    await reportConversion(owner, report({ cid: 'tampered' }));
    await reportConversion(owner, report({ cid: clickIdOf(link.number, old) }));

    expect(recorded.map(({ conversion }) => conversion.click)).toEqual([click, null, null, null]);
  });

  test('[attribution] has the time of its report, or an earlier one of the last 30 days', async () => {
    const { reportConversion, owner, report, recorded, time } = await start();
    const at = (ago: number) => new Date(time.nowMs - ago).toISOString();
    const offsets = [0, 1, 30 * dayMs, -5 * 60_000];

    for (const ago of offsets) await reportConversion(owner, report({ convertedAt: at(ago) }));

    const happened = recorded.map(({ conversion }) => time.nowMs - conversion.convertedAtMs);
    expect(happened).toEqual([0, 1, 30 * dayMs, 0]);
    expect(recorded.every(({ conversion }) => conversion.receivedAtMs === time.nowMs)).toBe(true);
    for (const ago of [30 * dayMs + 1, -5 * 60_000 - 1]) {
      const refused = await reportConversion(owner, report({ convertedAt: at(ago) })).catch(codeOf);
      expect(refused).toBe('invalid');
    }
  });

  test('[attribution] credits the click before it happened, within the window of that time', async () => {
    const { reportConversion, owner, link, report, recorded, time } = await start();
    const convertedAt = new Date(time.nowMs - 10 * dayMs).toISOString();
    const clickedAgo = [39 * dayMs, 41 * dayMs, 9 * dayMs, 10 * dayMs - 60_000];

    for (const ago of clickedAgo) {
      const clickId = Bun.randomUUIDv7('hex', time.nowMs - ago);
      const cid = clickIdOf(link.number, { clickId, variant: 1 });
      await reportConversion(owner, report({ cid, convertedAt }));
    }

    const credited = recorded.map(({ conversion }) => conversion.click !== null);
    // The last click seems a minute later than the sale: clocks differ.
    expect(credited).toEqual([true, false, false, true]);
  });

  test('has the link’s profit for a sale in its currency, else the sent profit', async () => {
    const { reportConversion, owner, report, recorded } = await start({
      autoTrackProfit: true,
      profitPerSaleCents: 1250,
      profitPerSaleCurrency: 'EUR',
    });

    await reportConversion(owner, report({ profit: 7, currency: 'EUR' }));
    await reportConversion(owner, report({ profit: 7, currency: 'USD' }));
    await reportConversion(owner, report({ profit: 7, eventType: 'lead' }));
    await reportConversion(owner, report({ eventType: 'lead' }));

    expect(recorded.map(({ conversion }) => conversion.profitCents)).toEqual([1250, 7, 7, 0]);
  });
});
