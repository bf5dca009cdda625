/** The events that may follow a click. */
export const eventTypes = ['sale', 'signup', 'download', 'subscription', 'lead', 'other'] as const;
export type EventType = (typeof eventTypes)[number];

/** Of the number of an order, in UTF-16 units. */
export const longestOrderId = 128;
