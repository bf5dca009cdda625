import type { RawVisit } from '#core/redirect/raw-visit';

/** The location of an address. */
export type Place = {
  /** ISO 3166-1 alpha-2 in upper case; empty when unknown. */
  readonly country: string;
  /** The city's English name; empty when unknown. */
  readonly city: string;
};

/**
 * Finds the location of an address. Unknown, private and invalid addresses have none. Never throws.
 */
export type FindPlace = (address: string) => Place;

/** Returns the visitor's country and city. */
export function locate(visit: RawVisit, findPlace: FindPlace): Place {
  return findPlace(visit.address);
}
