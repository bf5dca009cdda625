import { describe, expect, test } from 'bun:test';
import { ConfigError, readConfig } from '#config';
import { externalServices } from '#roots/external-services';

const bad: readonly (readonly [string, string])[] = [
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['PORT', '1.5'],
  ['APP_URL', 'ftp://go.example'],
  ['APP_URL', 'https://go.example/app'],
  ['APP_URL', 'waypost-host'],
  ['SHORT_URL', 'https://user:pass@go.example'],
  ['DATABASE_URL', 'mysql://localhost/waypost'],
  ['CLICKHOUSE_URL', 'clickhouse://localhost'],
  ['APP_SECRET', 'changeme'],
  ['APP_SECRET', 'sixteen-bytes-ab'],
  ['APP_SECRET', 'a'.repeat(64)],
  ['APP_SECRET_PREVIOUS', 'changeme'],
  ['APP_SECRET_PREVIOUS', `${'0123456789abcdef'.repeat(2)},short`],
  ['APP_SECRET_PREVIOUS', Array.from({ length: 11 }, () => '0123456789abcdef'.repeat(2)).join()],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', 'proxy.internal'],
  ['SMTP_URL', 'https://mail.example'],
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
  ['LOG_LEVEL', 'loud'],
  ['NODE_ENV', 'staging'],
];

describe('the environment', () => {
  test('[safe-defaults] gives the documented defaults when nothing is set', () => {
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
      geoipCityDb: null,
      drainSeconds: 0,
      logLevel: 'info',
      isProduction: false,
      services: externalServices,
    });
  });

  test('the services of others are stand-ins only when the caller passes them', () => {
    const standIns = { ...externalServices, stripe: 'http://127.0.0.1:1' };
    const names = ['STRIPE_ORIGIN', 'OPENID_ISSUER', 'GRAPH_ORIGIN', 'SERVICES', 'STRIPE'];
    const env = Object.fromEntries(names.map((name) => [name, standIns.stripe]));

    expect(readConfig(env).services).toEqual(externalServices);
    expect(readConfig(env, standIns).services).toEqual(standIns);
  });

  test('treats an empty variable as absent', () => {
    expect(readConfig({ PORT: '', APP_SECRET: '', DATABASE_URL: '' })).toEqual(readConfig({}));
  });

  test('keeps origins without a slash at their end', () => {
    expect(readConfig({ APP_URL: 'https://Go.Example/' }).appUrl).toBe('https://go.example');
  });

  test.each(['GOOGLE', 'FACEBOOK'])('wants both halves of what %s knows us by', (name) => {
    const [id, secret] = [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`];

    expect(() => readConfig({ [id]: 'an-id' })).toThrow(secret);
    expect(() => readConfig({ [secret]: 'kept' })).toThrow(id);
    expect(readConfig({ [id]: 'an-id', [secret]: 'kept' })).toMatchObject({
      [name.toLowerCase()]: { id: 'an-id', secret: 'kept' },
    });
  });

  test('takes payments by Stripe with all of its keys, of one mode, and not with a part', () => {
    const keys = {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old',
      STRIPE_MONTHLY_PRICE: 'price_1',
    };

    expect(readConfig(keys).payments).toEqual({
      ...{ kind: 'stripe', secretKey: 'sk_test_1', publishableKey: 'pk_test_1' },
      ...{ webhookSecrets: ['whsec_new', 'whsec_old'], monthlyPrice: 'price_1' },
    });
    for (const name of Object.keys(keys)) {
      expect(() => readConfig({ ...keys, [name]: '' })).toThrow(new RegExp(`^${name}: `));
    }
    expect(() => readConfig({ ...keys, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' })).toThrow(
      /^STRIPE_PUBLISHABLE_KEY: /,
    );
    expect(() => readConfig({ PAYMENTS: 'stripe' })).toThrow(/^STRIPE_SECRET_KEY: /);
  });

  test('pretends to take money without keys, but in production only when asked to', () => {
    const production = { NODE_ENV: 'production' };

    expect(readConfig({}).payments).toEqual({ kind: 'test' });
    expect(readConfig(production).payments).toEqual({ kind: 'off' });
    expect(readConfig({ ...production, PAYMENTS: 'test' }).payments).toEqual({ kind: 'test' });
  });

  test.each(['127.0.0.1', '127.8.9.10', 'localhost', 'LocalHost', '::1'])(
    'pretends to take money without being asked where only the machine itself can call: %s',
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
  ])('pretends to take money only when asked to where others can call: %s', (HOST) => {
    expect(readConfig({ HOST }).payments).toEqual({ kind: 'off' });
    expect(readConfig({ HOST, PAYMENTS: 'test' }).payments).toEqual({ kind: 'test' });
  });

  test('takes several earlier secrets, the latest first', () => {
    const [one, two] = [
      'a-secret-of-an-earlier-time-number-1',
      'a-secret-of-an-earlier-time-number-2',
    ];

    expect(readConfig({ APP_SECRET_PREVIOUS: `${two}, ${one}` }).appSecretPrevious).toEqual([
      two,
      one,
    ]);
  });

  test('takes addresses and ranges of both families as trusted proxies', () => {
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1, fd00::/8' });

    expect(trustedProxies).toEqual(['10.0.0.0/8', '127.0.0.1', 'fd00::/8']);
  });

  test.each(bad)(
    '[clear-start-errors] %s with a bad value is refused by name, without its value',
    (name, value) => {
      const reading = () => readConfig({ [name]: value });

      expect(reading).toThrow(ConfigError);
      expect(reading).toThrow(new RegExp(`^${name}: `));
      expect(reading).not.toThrow(value);
    },
  );
});
