/** The events that may follow a click. */
export const eventTypes = ['sale', 'signup', 'download', 'subscription', 'lead', 'other'] as const;
export type EventType = (typeof eventTypes)[number];

/** Limit of the length of an order id, in UTF-16 units. */
export const longestOrderId = 128;
