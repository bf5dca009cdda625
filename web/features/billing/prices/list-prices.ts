/** Prices in cents of US dollars. */
export type Prices = { readonly monthlyCents: number; readonly lifetimeCents: number };

/** The server's prices, for pages that cannot ask the server. */
export const listPrices: Prices = { monthlyCents: 4900, lifetimeCents: 4900 };
