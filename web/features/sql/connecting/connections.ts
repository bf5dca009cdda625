/** How one tool connects: what to paste, or what to enter in its fields. */
export type Connection = { readonly title: string; readonly code: string };

type Server = {
  /** The address of ClickHouse's HTTP interface. */
  readonly url: string;
  readonly database: string;
  readonly user: string;
  /** The placeholder for the password. */
  readonly password: string;
};

/** For Waypost's own address, which speaks ClickHouse's HTTP interface. */
export function gatewayConnections(server: Server): Connection[] {
  const { url, database, user, password } = server;
  const { origin, pathname } = new URL(url);
  return [
    {
      title: 'curl',
      code: `curl '${url}' --user '${user}:${password}' --data-binary 'SELECT count() FROM clicks'`,
    },
    {
      title: 'Node.js, @clickhouse/client',
      code: `createClient({
  url: '${origin}',
  pathname: '${pathname}',
  username: '${user}',
  password: '${password}',
  database: '${database}',
})`,
    },
    ...tools(server, { pathname, jdbcOptions: 'compress=false' }),
  ];
}

/** For a ClickHouse server itself. */
export function serverConnections(server: Server): Connection[] {
  const { url, database, user, password } = server;
  const { hostname, protocol } = new URL(url);
  const secure = protocol === 'https:' ? ' --secure' : '';
  return [
    {
      title: 'clickhouse-client, on the native port',
      code: `clickhouse-client --host ${hostname}${secure} --user ${user} --password '${password}' --database ${database}`,
    },
    {
      title: 'curl',
      code: `curl '${url}/?database=${database}' --user '${user}:${password}' --data-binary 'SELECT count() FROM clicks'`,
    },
    ...tools(server, { pathname: null, jdbcOptions: null }),
  ];
}

type Special = {
  /** Null: none to enter. */
  readonly pathname: string | null;
  readonly jdbcOptions: string | null;
};

function tools(
  { url, database, user, password }: Server,
  { pathname, jdbcOptions }: Special,
): Connection[] {
  const { protocol, hostname, port: named } = new URL(url);
  const isSecure = protocol === 'https:';
  const port = named || (isSecure ? '443' : '80');
  const options = jdbcOptions === null ? '' : `?${jdbcOptions}`;
  return [
    {
      title: 'Grafana, ClickHouse data source',
      code: lines([
        `Server address: ${hostname}`,
        `Server port: ${port}`,
        'Protocol: HTTP',
        `Secure connection: ${isSecure ? 'on' : 'off'}`,
        pathname !== null && `HTTP URL path: ${pathname}`,
        `Username: ${user}`,
        `Password: ${password}`,
        `Default database: ${database}`,
      ]),
    },
    {
      title: 'JDBC, DBeaver (ClickHouse driver)',
      code: `URL: jdbc:clickhouse:${protocol}//${hostname}:${port}/${database}${options}
User: ${user}
Password: ${password}`,
    },
    {
      title: 'Metabase, ClickHouse',
      code: lines([
        `Host: ${hostname}`,
        `Port: ${port}`,
        `Username: ${user}`,
        `Password: ${password}`,
        `Databases: ${database}`,
        `Use a secure connection (SSL): ${isSecure ? 'on' : 'off'}`,
        jdbcOptions !== null && `Additional JDBC connection string options: ${jdbcOptions}`,
      ]),
    },
    {
      title: 'dbt, profiles.yml (sources and docs: the views are read-only)',
      code: `type: clickhouse
driver: http
host: ${hostname}
port: ${port}
secure: ${isSecure ? 'true' : 'false'}
user: ${user}
password: ${password}
schema: ${database}`,
    },
  ];
}

function lines(parts: readonly (string | false)[]): string {
  return parts.filter((part) => part !== false).join('\n');
}
