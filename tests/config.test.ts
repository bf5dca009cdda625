import { describe, expect, test } from 'bun:test';
import { ConfigError, readConfig } from '#config';
import { externalServices } from '#roots/config/external-services';

const bad: readonly (readonly [string, string])[] = [
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['PORT', '1.5'],
  ['APP_URL', 'ftp://go.example'],
  ['APP_URL', 'https://go.example/app'],
  ['APP_URL', 'waypost-host'],
  ['SHORT_URL', 'https://user:pass@go.example'],
  ['DATABASE_URL', 'mysql://localhost/waypost'],
  ['DATABASE_URL', 'mysql://a:1,b:2/waypost'],
  ['DATABASE_URL', 'postgres://user:password@:1,b:2/waypost'],
  ['DATABASE_URL', 'postgres://waypost:50%off@db/waypost'],
  ['DATABASE_URL', 'postgres://50%off:secret@a:1,b:2/waypost'],
  ['DATABASE_URL', 'postgres://waypost:secret@[::1/waypost'],
  ['CLICKHOUSE_URL', 'clickhouse://localhost'],
  ['CLICKHOUSE_URL', 'http://waypost:50%off@db:8123/waypost'],
  ['APP_SECRET', 'changeme'],
  ['APP_SECRET', 'sixteen-bytes-ab'],
  ['APP_SECRET', 'a'.repeat(64)],
  ['APP_SECRET_PREVIOUS', 'changeme'],
  ['APP_SECRET_PREVIOUS', `${'0123456789abcdef'.repeat(2)},short`],
  ['APP_SECRET_PREVIOUS', Array.from({ length: 11 }, () => '0123456789abcdef'.repeat(2)).join()],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', 'proxy.internal'],
  ...[
    ...[
      ':::',
      'fd00:::/8',
      '1:2',
      '010.0.0.1',
      '192.0.2.0/',
      '10.0.0.0/8/8',
      '192.0.2',
      'fd00::/129',
    ],
    ...[
      '::ffff:10.0.0.1',
      '::ffff:10.0.0.0/104',
      'fe80::1%eth0',
      '10.0.0.1;10.0.0.2',
      '10.0.0.1:80',
    ],
  ].map((proxies) => ['TRUSTED_PROXIES', proxies] as const),
  ['SMTP_URL', 'https://mail.example'],
  ['SMTP_URL', 'smtp://waypost:50%off@mail.example'],
  ['SMTP_URL', 'smtp:///nowhere'],
  ['MAIL_FROM', 'nobody'],
  ['SUPPORT_EMAIL', 'nobody'],
  ['SPOOL_RESERVE_MB', 'much'],
  ['SPOOL_RESERVE_MB', '-1'],
  ['SPOOL_RESERVE_MB', '1.5'],
  ['SPOOL_RESERVE_MB', '4097'],
  ['SUPPORT_EMAIL', 'a@example.com, b@example.com'],
  ['MAIL_FROM', 'Shop <shop@example.com>\r\nBcc: <all@example.com>'],
  ['S3_ENDPOINT', 's3.example.com'],
  ['S3_BUCKET', 'Not A Bucket'],
  ['S3_REGION', 'eu central'],
  ['STRIPE_SECRET_KEY', 'pk_live_of_the_wrong_kind'],
  ['STRIPE_PUBLISHABLE_KEY', 'sk_live_of_the_wrong_kind'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_one,two'],
  ['STRIPE_MONTHLY_PRICE', '49'],
  ['PAYMENTS', 'cash'],
  ['REGISTRATION', 'maybe'],
  ['VISITOR_ID', 'fingerprint'],
  ['IP_STORAGE', 'all'],
  ['MAX_LINKS_PER_ACCOUNT', '-7'],
  ['MAX_LINKS_PER_ACCOUNT', 'many'],
  ['MAX_LINKS_PER_ACCOUNT', '1.5'],
  ['RETENTION_MONTHS', '3'],
  ['DRAIN_SECONDS', 'soon'],
  ['DRAIN_SECONDS', '-1'],
  ['DRAIN_SECONDS', '1.5'],
  ['DRAIN_SECONDS', '301'],
  ['BACKUP_TO', 'backups'],
  ['BACKUP_TO', 's3://Bucket'],
  ['BACKUP_TO', 's3://backups/without-settings'],
  ['BACKUP_EVERY', '24'],
  ['BACKUP_EVERY', '24 hours'],
  ['BACKUP_EVERY', '1m'],
  ['BACKUP_EVERY', '31d'],
  ['BACKUP_KEEP', '2000'],
  ['BACKUP_KEY', 'a pass phrase'],
  ['BACKUP_KEY', 'ab'.repeat(32)],
  ['DNS_SERVERS', 'dns.example'],
  ['DNS_SERVERS', '127.0.0.1:0'],
  ['DNS_SERVERS', '127.0.0.1:70000'],
  ['DNS_SERVERS', '[::1]x'],
  ['CHECK_DESTINATIONS', 'yes'],
  ['CHECK_DESTINATIONS_IN', 'intranet'],
  ['CHECK_DESTINATIONS_IN', '10.0.0.0/33'],
  ['PREVIEW_DESTINATIONS', 'yes'],
  ['PREVIEW_DESTINATIONS_IN', 'intranet'],
  ['WEBHOOKS', 'yes'],
  ['WEBHOOKS_IN', 'intranet'],
  ['TLS_CHECK_TOKEN', 'short'],
  ['TLS_CHECK_TOKEN', 'with a blank in the text'],
  ['METRICS_TOKEN', 'short'],
  ['OPERATORS', 'ada'],
  ['LOG_LEVEL', 'loud'],
  ['NODE_ENV', 'staging'],
];

describe('the environment', () => {
  test('[safe-defaults] has the documented defaults', () => {
    const config = readConfig({});

    // The whole configuration, so that a new variable needs a decision about its default.
    expect(config).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      appUrl: null,
      shortUrl: null,
      databaseUrl: null,
      clickhouseUrl: null,
      clickhousePublicUrl: null,
      appSecret: null,
      appSecretPrevious: [],
      trustedProxies: [],
      smtpUrl: null,
      mailFrom: null,
      supportEmail: null,
      s3: null,
      google: null,
      facebook: null,
      payments: { kind: 'test' },
      registration: 'open',
      visitorId: 'cookieless',
      ipStorage: 'truncated',
      retentionMonths: 25,
      spoolReserveMb: 256,
      maxLinksPerAccount: 100_000,
      dnsServers: [],
      destinationChecks: null,
      destinationPreviews: null,
      webhooks: { ownRanges: [] },
      tlsCheckToken: null,
      metricsToken: null,
      operators: [],
      analystSql: true,
      geoipCityDb: null,
      backups: {
        to: null,
        everyMs: 86_400_000,
        keep: 14,
        key: null,
        upgradeBytes: 4096 * 1024 * 1024,
      },
      drainSeconds: 0,
      logLevel: 'info',
      isProduction: false,
      services: externalServices,
    });
  });

  test('SQL of accounts is off where strangers can register in production, unless it is set', () => {
    const isOn = (env: Record<string, string>) =>
      readConfig({ PAYMENTS: 'test', ...env }).analystSql;
    const production = { NODE_ENV: 'production' };

    expect(isOn({})).toBe(true);
    expect(isOn(production)).toBe(false);
    expect(isOn({ ...production, REGISTRATION: 'closed' })).toBe(true);
    expect(isOn({ ...production, CLICKHOUSE_URL: 'http://clickhouse.example' })).toBe(true);
    expect(isOn({ ...production, ANALYST_SQL: 'on' })).toBe(true);
    expect(isOn({ ANALYST_SQL: 'off' })).toBe(false);
    expect(() => readConfig({ ANALYST_SQL: 'yes' })).toThrow(/^ANALYST_SQL: /);
  });

  test('external services are replaced only when the caller passes replacements', () => {
    const standIns = { ...externalServices, stripe: 'http://127.0.0.1:1' };
    const names = ['STRIPE_ORIGIN', 'OPENID_ISSUER', 'GRAPH_ORIGIN', 'SERVICES', 'STRIPE'];
    const env = Object.fromEntries(names.map((name) => [name, standIns.stripe]));

    expect(readConfig(env).services).toEqual(externalServices);
    expect(readConfig(env, standIns).services).toEqual(standIns);
  });

  test('treats an empty variable as absent', () => {
    expect(readConfig({ PORT: '', APP_SECRET: '', DATABASE_URL: '' })).toEqual(readConfig({}));
  });

  test('removes the final slash of origins', () => {
    expect(readConfig({ APP_URL: 'https://Go.Example/' }).appUrl).toBe('https://go.example');
  });

  test.each(['GOOGLE', 'FACEBOOK'])('requires both credentials of %s', (name) => {
    const [id, secret] = [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`];

    expect(() => readConfig({ [id]: 'an-id' })).toThrow(secret);
    expect(() => readConfig({ [secret]: 'kept' })).toThrow(id);
    expect(readConfig({ [id]: 'an-id', [secret]: 'kept' })).toMatchObject({
      [name.toLowerCase()]: { id: 'an-id', secret: 'kept' },
    });
  });

  test('accepts Stripe only with all of its keys, in one mode', () => {
    const keys = {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old',
      STRIPE_MONTHLY_PRICE: 'price_1',
    };

    expect(readConfig(keys).payments).toEqual({
      kind: 'stripe',
      secretKey: 'sk_test_1',
      publishableKey: 'pk_test_1',
      webhookSecrets: ['whsec_new', 'whsec_old'],
      monthlyPrice: 'price_1',
    });
    for (const name of Object.keys(keys)) {
      expect(() => readConfig({ ...keys, [name]: '' })).toThrow(new RegExp(`^${name}: `));
    }
    expect(() => readConfig({ ...keys, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' })).toThrow(
      /^STRIPE_PUBLISHABLE_KEY: /,
    );
    expect(() => readConfig({ PAYMENTS: 'stripe' })).toThrow(/^STRIPE_SECRET_KEY: /);
  });

  test('enables test payments without keys, but in production only on request', () => {
    const production = { NODE_ENV: 'production' };

    expect(readConfig({}).payments).toEqual({ kind: 'test' });
    expect(readConfig(production).payments).toEqual({ kind: 'off' });
    expect(readConfig({ ...production, PAYMENTS: 'test' }).payments).toEqual({ kind: 'test' });
  });

  test.each(['127.0.0.1', '127.8.9.10', 'localhost', 'LocalHost', '::1'])(
    'enables test payments by default on loopback: %s',
    (HOST) => {
      expect(readConfig({ HOST }).payments).toEqual({ kind: 'test' });
    },
  );

  test.each([
    '0.0.0.0',
    '::',
    '192.0.2.1',
    '2001:db8::1',
    'go.example',
    'localhost.example',
    '1270.0.0.1',
  ])('enables test payments only on request on other addresses: %s', (HOST) => {
    expect(readConfig({ HOST }).payments).toEqual({ kind: 'off' });
    expect(readConfig({ HOST, PAYMENTS: 'test' }).payments).toEqual({ kind: 'test' });
  });

  test('accepts several earlier secrets, the latest first', () => {
    const [one, two] = [
      'a-secret-of-an-earlier-time-number-1',
      'a-secret-of-an-earlier-time-number-2',
    ];

    expect(readConfig({ APP_SECRET_PREVIOUS: `${two}, ${one}` }).appSecretPrevious).toEqual([
      two,
      one,
    ]);
  });

  test('accepts IPv4 and IPv6 addresses and ranges as trusted proxies', () => {
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1, fd00::/8' });

    expect(trustedProxies).toEqual(['10.0.0.0/8', '127.0.0.1', 'fd00::/8']);
  });

  test.each([
    'postgres://waypost:secret@[::1]:5432/waypost',
    'postgres://waypost:secret@[fd00::1],[fd00::2]:5433/waypost',
    'postgres://way%40post:50%25%20off%2F@db/waypost',
  ])('accepts %s', (databaseUrl) => {
    expect(readConfig({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl });
  });

  test.each(bad)(
    '[clear-start-errors] %s with an invalid value is rejected by name, without its value',
    (name, value) => {
      const reading = () => readConfig({ [name]: value });

      expect(reading).toThrow(ConfigError);
      expect(reading).toThrow(new RegExp(`^${name}: `));
      expect(reading).not.toThrow(value);
    },
  );
});
