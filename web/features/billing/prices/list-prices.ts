/** What a month and lifetime access cost, in cents of US dollars. */
export type Prices = { readonly monthlyCents: number; readonly lifetimeCents: number };

/** For pages that cannot ask the server. They are the server's own prices. */
export const listPrices: Prices = { monthlyCents: 4900, lifetimeCents: 4900 };
