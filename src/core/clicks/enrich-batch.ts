import type { RawVisit } from '#core/redirect/raw-visit';
import { enrichVisit, type Click, type Sources } from './click.ts';
import type { Identity } from './identify-visitor.ts';

type Ports = Omit<Sources, 'identity'> & {
  /** The key that cookies are hashed under; null: visitors are known by the day's salt. */
  readonly cookieKey: Uint8Array | null;
  /** The salt of a UTC day; null when it is destroyed. Rejects while it cannot be known. */
  readonly findSalt: (day: string) => Promise<Uint8Array | null>;
  /** Lets whatever else the thread has to do go first. */
  readonly giveWay: () => Promise<void>;
};

/** So many visits take some milliseconds. */
const visitsAtOnce = 500;

/** Makes visits of one UTC day, whenever they are drained, into clicks under that day's salt. */
export function enrichBatch({ cookieKey, findSalt, giveWay, ...sources }: Ports) {
  return async (day: string, visits: readonly RawVisit[]): Promise<readonly Click[]> => {
    const all = { ...sources, identity: await identityOf(day) };
    const clicks: Click[] = [];
    for (let start = 0; start < visits.length; start += visitsAtOnce) {
      await giveWay();
      const some = visits.slice(start, start + visitsAtOnce);
      clicks.push(...some.map((visit) => enrichVisit(visit, all)));
    }
    return clicks;
  };

  async function identityOf(day: string): Promise<Identity> {
    if (cookieKey !== null) return { kind: 'cookie', key: cookieKey };
    const salt = await findSalt(day);
    return salt === null ? { kind: 'forgotten' } : { kind: 'salted', salt };
  }
}
