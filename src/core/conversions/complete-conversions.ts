import { hourMs, type Clock } from '#core/shared/time';
import { creditTo } from './attribute.ts';
import type { Conversion } from './conversion.ts';
import type { ClickFinder, ConversionStore } from './ports.ts';
import { enrichedVersion } from './version.ts';

type Completing = {
  readonly clock: Clock;
  readonly clicks: ClickFinder;
  readonly conversions: Pick<ConversionStore, 'insert' | 'incomplete'>;
  /** A random UUID each time. */
  readonly newBatch: () => string;
};

/** Clicks that were not stored within this time are not searched any more. */
const lookedForHours = 24;
const conversionsAtOnce = 500;

/**
 * Adds the click's data to conversions that were stored before their click. An owner's edit made
 * meanwhile stays: it outranks this change, and the conversion gets its data in the next run.
 */
export async function completeConversions(ports: Completing): Promise<void> {
  const { clock, clicks, conversions, newBatch } = ports;
  const sinceMs = clock.now() - lookedForHours * hourMs;
  const incomplete = await conversions.incomplete(sinceMs, conversionsAtOnce);
  const named = incomplete.flatMap(({ userId, linkId, click }) =>
    click === null ? [] : [{ userId, linkId, clickId: click.clickId }],
  );
  if (named.length === 0) return;

  const facts = await clicks.find({ named, visitors: [] });
  const found = new Map(facts.map((click) => [click.clickId, click]));
  const complete = incomplete.flatMap((conversion): Conversion[] => {
    const click = found.get(conversion.click?.clickId ?? '');
    if (click === undefined) return [];
    const { isComplete: _, ...credit } = creditTo(click, conversion.trust);
    return [{ ...conversion, ...credit, version: enrichedVersion(conversion.version) }];
  });
  if (complete.length === 0) return;
  const insertion = await conversions.insert(newBatch(), complete);
  if (insertion.kind !== 'stored') throw new Error(insertion.reason);
}
