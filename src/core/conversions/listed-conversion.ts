import type { Conversion } from './conversion.ts';

/** A conversion as its owner reads and edits it: its current version. */
export type ListedConversion = Pick<
  Conversion,
  | 'id'
  | 'linkId'
  | 'eventType'
  | 'key'
  | 'version'
  | 'convertedAtMs'
  | 'valueCents'
  | 'profitCents'
  | 'currency'
  | 'source'
  | 'trust'
  | 'orderId'
  | 'country'
  | 'device'
  | 'referrer'
  | 'metadata'
> & {
  /** Whether it is matched to a click. */
  readonly hasClick: boolean;
  /** The destination's place in the split test, from 1; 0 when unknown or outside a split test. */
  readonly variant: number;
};

/** Whether it is a refund: such a row changes the sums, but does not count as a conversion. */
export function isRefund({ key }: Pick<ListedConversion, 'key'>): boolean {
  return key.startsWith('r:');
}
