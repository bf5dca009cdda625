import type { RawVisit } from '#core/redirect/raw-visit';
import { enrichVisit, type Click, type Sources } from './click.ts';
import type { Identity } from './identify-visitor.ts';

/** Lets other work of the thread run, once this work has run for long enough. Called often. */
export type GiveWay = () => Promise<void>;

type Ports = Omit<Sources, 'identity'> & {
  /** The key for hashing cookies; null: visitors are identified with the day's salt. */
  readonly cookieKey: Uint8Array | null;
  /** The salt of a UTC day; null when it was destroyed. Rejects while it cannot be read. */
  readonly findSalt: (day: string) => Promise<Uint8Array | null>;
  readonly giveWay: GiveWay;
};

/** This many visits take about 0.1 ms. */
const visitsAtOnce = 10;

/** Enriches visits of one UTC day under that day's salt, independent of when they are drained. */
export function enrichBatch({ cookieKey, findSalt, giveWay, ...sources }: Ports) {
  return async (day: string, visits: readonly RawVisit[]): Promise<readonly Click[]> => {
    const all = { ...sources, identity: await identityOf(day) };
    const clicks: Click[] = [];
    for (let start = 0; start < visits.length; start += visitsAtOnce) {
      await giveWay();
      for (const visit of visits.slice(start, start + visitsAtOnce)) {
        clicks.push(enrichVisit(visit, all));
      }
    }
    return clicks;
  };

  async function identityOf(day: string): Promise<Identity> {
    if (cookieKey !== null) return { kind: 'cookie', key: cookieKey };
    const salt = await findSalt(day);
    return salt === null ? { kind: 'forgotten' } : { kind: 'salted', salt };
  }
}
