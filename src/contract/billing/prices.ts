/** Lifetime access, paid once. */
export const lifetimeCents = 4900;
/** The price of one month of the subscription. */
export const monthlyCents = 4900;
export const planCurrency = 'USD';
