import { lifetimeCents, monthlyCents } from '#contract/billing/prices';

/** Prices in cents of US dollars. */
export type Prices = { readonly monthlyCents: number; readonly lifetimeCents: number };

/** For pages that cannot ask the server. */
export const listPrices: Prices = { monthlyCents, lifetimeCents };
