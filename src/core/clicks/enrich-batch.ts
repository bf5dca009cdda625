import type { RawVisit } from '#core/redirect/raw-visit';
import { enrichVisit, type Click, type Sources } from './click.ts';
import type { Identity } from './identify-visitor.ts';

type Ports = Omit<Sources, 'identity'> & {
  /** The key that cookies are hashed under; null: visitors are known by the day's salt. */
  readonly cookieKey: Uint8Array | null;
  /** The salt of a UTC day; null when it is destroyed. Rejects while it cannot be known. */
  readonly findSalt: (day: string) => Promise<Uint8Array | null>;
};

/** Makes visits of one UTC day, whenever they are drained, into clicks under that day's salt. */
export function enrichBatch({ cookieKey, findSalt, ...sources }: Ports) {
  return async (day: string, visits: readonly RawVisit[]): Promise<readonly Click[]> => {
    const all = { ...sources, identity: await identityOf(day) };
    return visits.map((visit) => enrichVisit(visit, all));
  };

  async function identityOf(day: string): Promise<Identity> {
    if (cookieKey !== null) return { kind: 'cookie', key: cookieKey };
    const salt = await findSalt(day);
    return salt === null ? { kind: 'forgotten' } : { kind: 'salted', salt };
  }
}
