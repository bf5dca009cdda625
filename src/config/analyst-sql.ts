type Read = {
  readonly ANALYST_SQL?: 'on' | 'off' | undefined;
  readonly NODE_ENV: string;
  readonly REGISTRATION: string;
  readonly CLICKHOUSE_URL?: string | undefined;
};

/**
 * On by default, except in production with the built-in event store and open registration: there
 * everybody could run SQL on the machine that redirects, so the operator has to switch it on.
 */
export function isAnalystSqlOn(read: Read): boolean {
  if (read.ANALYST_SQL !== undefined) return read.ANALYST_SQL === 'on';
  const isPublic = read.NODE_ENV === 'production' && read.REGISTRATION === 'open';
  return !isPublic || read.CLICKHOUSE_URL !== undefined;
}
