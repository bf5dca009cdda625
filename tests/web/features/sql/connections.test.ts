import { expect, test } from 'bun:test';
import {
  gatewayConnections,
  serverConnections,
  type Connection,
} from '#web/features/sql/connecting/connections.ts';

const of = (all: readonly Connection[], tool: string): string =>
  all.find(({ title }) => title.startsWith(tool))?.code ?? '';
const direct = {
  url: 'https://clickhouse.example:8443',
  database: 'waypost_sql_a1',
  user: 'waypost_sql_a1',
  password: 'PASSWORD',
};

test('tools connect to the server itself, at its own port and without a path', () => {
  const all = serverConnections(direct);

  expect(all).toHaveLength(6);
  expect(of(all, 'clickhouse-client')).toBe(
    `clickhouse-client --host clickhouse.example --secure --user waypost_sql_a1 --password 'PASSWORD' --database waypost_sql_a1`,
  );
  expect(of(all, 'JDBC')).toStartWith(
    'URL: jdbc:clickhouse:https://clickhouse.example:8443/waypost_sql_a1\n',
  );
  expect(of(all, 'Grafana')).toContain('Server port: 8443');
  expect(of(all, 'Grafana')).not.toContain('path');
  expect(of(all, 'Metabase')).not.toContain('compress');
  expect(of(all, 'dbt')).toContain('secure: true');
  for (const { code } of all) expect(code).toContain('PASSWORD');
});

test('without https they use the usual port and no encryption', () => {
  const all = serverConnections({ ...direct, url: 'http://clickhouse.example' });

  expect(of(all, 'clickhouse-client')).not.toContain('--secure');
  expect(of(all, 'dbt')).toContain('port: 80\nsecure: false');
});

test('through Waypost they use its path, and JDBC sends nothing compressed', () => {
  const url = 'https://waypost.example/clickhouse';
  const all = gatewayConnections({
    url,
    database: 'analyst',
    user: 'waypost',
    password: 'API_KEY',
  });

  expect(of(all, 'Grafana')).toContain('HTTP URL path: /clickhouse');
  expect(of(all, 'JDBC')).toContain(
    'jdbc:clickhouse:https://waypost.example:443/analyst?compress=false',
  );
});
