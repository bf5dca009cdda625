/** Texts that would leave their place in a query of ClickHouse if a value were not bound. */
export const hostileSql = [
  "' OR 1=1 --",
  "') UNION ALL SELECT * FROM clicks --",
  "') UNION ALL SELECT * FROM conversions --",
  "UTC') UNION ALL SELECT referrer FROM clicks",
  '`',
  '{userId:UUID}',
  '{x:Identifier}',
  '7d FORMAT Null',
  'UTC SETTINGS max_threads=1',
  "file('/etc/passwd')",
  "url('http://127.0.0.1')",
  "s3('http://127.0.0.1')",
  '\\',
  "\\'",
] as const;
