import { z } from 'zod';
import { addressRanges } from './fields.ts';

/** The variables of accounts' webhooks. */
export const webhooksEnvironment = {
  WEBHOOKS: z.enum(['on', 'off']).default('on'),
  WEBHOOKS_IN: addressRanges,
};

type Read = { readonly WEBHOOKS: 'on' | 'off'; readonly WEBHOOKS_IN: readonly string[] };

/** How events are sent to webhooks; null: never. */
export type WebhookSettings = {
  /** Addresses or CIDR ranges that are not public, which may be sent to by http, at every port. */
  readonly ownRanges: readonly string[];
};

export function webhookSettingsOf(read: Read): WebhookSettings | null {
  return read.WEBHOOKS === 'on' ? { ownRanges: read.WEBHOOKS_IN } : null;
}
