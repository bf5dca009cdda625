import { z } from 'zod';
import { addressRanges } from './fields.ts';

/** The variables of the weekly check of destinations. */
export const destinationsEnvironment = {
  CHECK_DESTINATIONS: z.enum(['on', 'off']).default('off'),
  CHECK_DESTINATIONS_IN: addressRanges,
};

type Read = {
  readonly CHECK_DESTINATIONS: 'on' | 'off';
  readonly CHECK_DESTINATIONS_IN: readonly string[];
};

/** The check of destinations; null: none. */
export type DestinationChecks = {
  /** Addresses or CIDR ranges that are not public and may be requested nevertheless. */
  readonly ownRanges: readonly string[];
};

export function destinationChecksOf(read: Read): DestinationChecks | null {
  return read.CHECK_DESTINATIONS === 'on' ? { ownRanges: read.CHECK_DESTINATIONS_IN } : null;
}
