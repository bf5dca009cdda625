import type { Log } from '#core/shared/log';

/** A log that nobody reads. */
export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
