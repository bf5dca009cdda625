import fc from 'fast-check';
import { dayMs, hourMs } from '#core/shared/time';
import type { StoredClick, StoredConversion } from './events.ts';
import { anyClick, anyConversion } from './generated-events.ts';

/**
 * Clicks of the last hundred days and of the same days a year before, many of them around changes of
 * clocks, with campaigns and variants, and an id each.
 */
export function anyCampaignClick(nowMs: number, linkIds: readonly string[]) {
  const changes = ['2026-10-25T01:00:00Z', '2026-11-01T06:00:00Z', '2026-10-03T15:30:00Z'];
  const atMs = fc.oneof(
    fc.integer({ min: nowMs - 100 * dayMs, max: nowMs }),
    fc.integer({ min: nowMs - 465 * dayMs, max: nowMs - 365 * dayMs }),
    ...changes.map((change) => {
      const changeMs = Date.parse(change);
      return fc.integer({ min: changeMs - 26 * hourMs, max: changeMs + 26 * hourMs });
    }),
  );
  const campaign = fc.record({
    utmSource: fc.constantFrom('', '', 'letter', 'summer'),
    utmMedium: fc.constantFrom('', '', 'email', 'cpc', 'qr'),
    utmCampaign: fc.constantFrom('', 'autumn', "o'clock"),
    utmTerm: fc.constantFrom('', 'red shoes'),
    utmContent: fc.constantFrom('', 'top, left', 'Unknown'),
    rule: fc.constantFrom(0, 0, 1, 2, 2_147_483_647),
    entry: fc.constantFrom('link', 'link', 'qr'),
    variant: fc.constantFrom(0, 0, 1, 2, 3, 4),
    referrer: fc.constantFrom('', 'www.google.com', 'facebook.com', 'shop.example'),
    atMs,
  });
  return fc
    .tuple(anyClick(nowMs, '', linkIds), campaign)
    .map(([click, more]): StoredClick & { readonly clickId: string } => ({
      ...click,
      ...more,
      clickId: Bun.randomUUIDv7('hex', more.atMs),
    }));
}

/**
 * Conversions whose click may be known: with what it gave them, with its id alone, or with an id
 * that no stored click has.
 */
export function anyCreditedConversion(
  nowMs: number,
  linkIds: readonly string[],
  clicks: readonly StoredClick[],
) {
  const credit = fc.constantFrom('none', 'whole', 'whole', 'id', 'unknown');
  return fc
    .tuple(anyConversion(nowMs, '', linkIds), credit, fc.nat(), fc.integer({ min: 0, max: 20 }))
    .map(([conversion, kind, place, days]): StoredConversion => {
      const click = clicks.length === 0 ? undefined : clicks[place % clicks.length];
      if (kind === 'none' || click === undefined) return conversion;
      const atMs = Math.min(nowMs, click.atMs + days * dayMs);
      const { clickId = '', linkId, variant, country, city, device, referrer } = click;
      const version = Number(conversion.version);
      const named = { clickId, clickedAtMs: click.atMs };
      const [bare, whole] = [{ version: version - (version % 2) }, { version: version | 1 }];
      if (kind === 'id') return { ...conversion, ...named, ...bare, atMs, linkId, variant };
      if (kind === 'whole') {
        const facts = { country, city, device, referrer };
        return { ...conversion, ...named, ...whole, ...facts, atMs, linkId, variant };
      }
      const clickOfNobody = Bun.randomUUIDv7('hex', atMs);
      return { ...conversion, ...bare, atMs, clickId: clickOfNobody, clickedAtMs: atMs };
    });
}
