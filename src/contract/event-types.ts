/** The events that may follow a click. */
export const eventTypes = ['sale', 'signup', 'download', 'subscription', 'lead', 'other'] as const;
export type EventType = (typeof eventTypes)[number];
