import { z } from 'zod';
import { addressRanges } from './fields.ts';

/** The variables of the weekly check of destinations, and of reading them for the form of a link. */
export const destinationsEnvironment = {
  CHECK_DESTINATIONS: z.enum(['on', 'off']).default('off'),
  CHECK_DESTINATIONS_IN: addressRanges,
  PREVIEW_DESTINATIONS: z.enum(['on', 'off']).default('off'),
  PREVIEW_DESTINATIONS_IN: addressRanges,
};

type Read = {
  readonly CHECK_DESTINATIONS: 'on' | 'off';
  readonly CHECK_DESTINATIONS_IN: readonly string[];
  readonly PREVIEW_DESTINATIONS: 'on' | 'off';
  readonly PREVIEW_DESTINATIONS_IN: readonly string[];
};

/** Requests to addresses that people entered, for one purpose. */
export type DestinationChecks = {
  /** Addresses or CIDR ranges that are not public and may be requested nevertheless. */
  readonly ownRanges: readonly string[];
};

/** The weekly check of destinations; null: none. */
export function destinationChecksOf(read: Read): DestinationChecks | null {
  return read.CHECK_DESTINATIONS === 'on' ? { ownRanges: read.CHECK_DESTINATIONS_IN } : null;
}

/** Reading the title and the picture of a destination; null: nothing is requested. */
export function destinationPreviewsOf(read: Read): DestinationChecks | null {
  return read.PREVIEW_DESTINATIONS === 'on' ? { ownRanges: read.PREVIEW_DESTINATIONS_IN } : null;
}
