import type { RawVisit } from '#core/redirect/raw-visit';

/** Where an address is known to be. */
export type Place = {
  /** ISO 3166-1 alpha-2 in capitals; empty: unknown. */
  readonly country: string;
  /** The city's English name; empty: unknown. */
  readonly city: string;
};

/** Finds an address's place. Unknown, private and garbled addresses have none; never throws. */
export type FindPlace = (address: string) => Place;

/** The visitor's country and city. */
export function locate(visit: RawVisit, findPlace: FindPlace): Place {
  return findPlace(visit.address);
}
