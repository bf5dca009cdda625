import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { destinationProblems, destinationRules, isSafeLocation } from '#core/links/destination';

const read = destinationRules(['https://app.example', 'http://go.example:8080']);

/**
 * Values that must never become a destination; other suites send them to every route that writes.
 */
const hostile = {
  schemes: [
    ...[
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      ' javascript:alert(1)',
      '\tjavascript:alert(1)',
    ],
    ...['\njavascript:alert(1)', 'java\tscript:alert(1)', 'data:text/html,<b>x</b>', 'vbscript:x'],
    ...['file:///etc/passwd', 'ftp://example.com/', '//evil.example', 'https:evil.example'],
    ...['https:\\\\evil.example', 'https:/evil.example', 'https:///evil.example', 'about:blank'],
    ...['blob:https://evil.example/1', 'evil', '', ' ', 'https://', 'http://?', 'http://#'],
    ...['mailto:a@example.com', 'ws://example.com', 'view-source:https://example.com', '/login'],
    ...[' https://example.com', 'https://example.com ', 'https://example.com\\@evil.example'],
  ],
  spellings: [
    ...['https://a:b@x.example', 'https://a@x.example', 'https://@x.example', 'http://x.example:0'],
    ...['http://x.example:65536', 'http://x.example:-1', 'http://x.example:8o'],
    ...[`https://x.example/${'a'.repeat(2049 - 18)}`, `https://x.example/${'a'.repeat(10_000)}`],
    ...['http://0x7f.1', 'http://2130706433', 'http://0177.0.0.1', 'http://①②⑦.⓪.⓪.①'],
    ...['http://127.1', 'http://127.0.0.1.', 'http://0x7f000001', 'http://%31%32%37.0.0.1'],
    ...['http://[::ffff:7f00:1]', 'http://[::ffff:127.0.0.1]', 'http://[::ffff:0:0]'],
    ...['http://[::ffff:0:7f00:1]', 'http://[64:ff9b::7f00:1]', 'http://[64:ff9b::]'],
    ...['http://[64:ff9b:1::a00:1]', 'http://[64:ff9b::192.168.0.1]', 'http://[::ffff:10.0.0.1]'],
    ...['http://[0:0:0:0:0:ffff:ac10:1]', 'http://[::ffff:169.254.169.254]', 'http://[::7f00:1]'],
    ...['http://[2002:7f00:1::]', 'http://[2002:c0a8:1::1]', 'http://[::2]'],
    ...['http://1.2.3', 'http://１.2.3.4', 'http://1。2。3。4', 'http://256.1.1.1'],
    ...[
      'https://x.example/\u0000',
      'https://x.example/\r\nSet-Cookie:a=b',
      'https://x.example/\u007f',
    ],
    ...['https://x.example/\u0085', 'https://x.example/\u2028', 'https://x.example/\ud800'],
    ...['https://.', 'https://..', 'https://a..b', `https://${'a'.repeat(64)}.example`],
    ...[
      `https://${'a.'.repeat(127)}example`,
      'https://exa mple.com',
      'https://xn--',
      'http://[::1',
    ],
  ],
  ourselves: [
    ...[
      'app.example',
      'https://app.example',
      'https://APP.example/x',
      'https://app.example./x',
      'http://app.example',
    ],
    ...['https://app.example:8443/', 'https://go.example/abc', 'http://GO.EXAMPLE:8080/abc'],
    ...[
      'https://ａｐｐ.example/',
      'https://app。example/',
      'https://%61pp.example/',
      'https://ap\u00adp.example',
    ],
  ],
};

/** They lead to whoever opens them, from an instance that is elsewhere. */
const loopbacks = [
  ...['http://localhost', 'http://x.localhost:3000', 'http://127.0.0.1', 'http://127.9.9.9:8080'],
  ...[
    'http://0.0.0.0',
    'http://[::1]',
    'http://[::]',
    'https://[::1]:3000/a',
    'http://LOCALHOST./',
  ],
  'http://[0:0:0:0:0:0:0:1]',
];

function refuses(values: readonly string[]): void {
  for (const value of values) {
    test(`${JSON.stringify(value).slice(0, 60)} is rejected`, () => {
      expect(read(value)).toBeNull();
    });
  }
}

describe('[http-only] a destination of another scheme', () => refuses(hostile.schemes));
describe('[clear-destinations] a destination that is ambiguous or too long', () =>
  refuses(hostile.spellings));
describe('[no-loops] a destination that is Waypost itself', () => refuses(hostile.ourselves));

describe('[no-loops] a loopback destination of a public instance', () => {
  refuses(loopbacks);

  test('is explained', () => {
    const explain = destinationProblems(['https://app.example']);

    expect(explain('http://[::1]/')).toBe(
      'A link cannot lead to the device of the person who opens it',
    );
  });
});

describe('a destination', () => {
  test.each([
    ['shop.example/sale', 'https://shop.example/sale'],
    ['shop.example:8443?a=b', 'https://shop.example:8443/?a=b'],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
    ['http://example.com', 'http://example.com/'],
    ['HTTPS://EXAMPLE.com:443/A?b=C#d', 'https://example.com/A?b=C#d'],
    ['https://example.com:8443/', 'https://example.com:8443/'],
    ['https://example.com./', 'https://example.com./'],
    ['https://example.com/a b?q=é&x="y"#ü', 'https://example.com/a%20b?q=%C3%A9&x=%22y%22#%C3%BC'],
    [
      'https://example.com/?next=javascript:alert(1)',
      'https://example.com/?next=javascript:alert(1)',
    ],
    ['https://example.com/@someone', 'https://example.com/@someone'],
    ['http://192.0.2.7:8080/x', 'http://192.0.2.7:8080/x'],
    ['http://[2001:db8::1]/x', 'http://[2001:db8::1]/x'],
    ['http://intranet/page', 'http://intranet/page'],
    ['https://my_shop.example/', 'https://my_shop.example/'],
    ['https://notapp.example/', 'https://notapp.example/'],
    ['https://app.example.org/', 'https://app.example.org/'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(read(typed)).toBe(stored);
  });

  test('[plain-names] a host in another script is stored in punycode', () => {
    expect(read('https://аррӏе.com')).toBe('https://xn--80ak6aa92e.com/');
  });

  test('may have 2,048 characters at most, also after encoding', () => {
    const longest = `https://x.example/${'a'.repeat(2048 - 18)}`;

    expect(read(longest)).toBe(longest);
    expect(read(`https://x.example/${'é'.repeat(1000)}`)).toBeNull();
  });

  test('[fixed-destination] is stored as ASCII without spaces, for any input, and parses to itself', () => {
    const typed = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.string({ unit: 'grapheme' }).map((path) => `https://example.com/${path}`),
      fc.string({ unit: 'binary' }).map((host) => `http://${host}/`),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const stored = read(text);
        if (stored === null) return;
        expect(isSafeLocation(stored)).toBe(true);
        expect(read(stored)).toBe(stored);
      }),
      { numRuns: 2000 },
    );
  });

  test('[http-only] is checked again when it was written directly to the database', () => {
    for (const planted of [
      'javascript:alert(1)',
      '//x',
      'https://é.example/',
      'https://x/\r\nA: b',
      '',
    ]) {
      expect(isSafeLocation(planted)).toBe(false);
    }
  });
});

describe('[no-loops] an instance on this machine', () => {
  const readLocally = destinationRules(['http://localhost:3000']);

  test.each([
    ...[
      'http://localhost:3000/a',
      'http://127.0.0.1:3000/a',
      'http://[::1]:3000/',
      'http://LOCALHOST/',
    ],
    ...['http://[::ffff:127.0.0.1]:3000/', 'http://[::]:3000/', 'http://[64:ff9b::7f00:1]:3000/'],
    ...['http://127.9.9.9:3000', 'http://x.localhost:3000/'],
  ])('does not redirect to itself as %s', (typed) => {
    expect(readLocally(typed)).toBeNull();
  });

  test('allows other programs on this machine, also when the address has its own host name', () => {
    const readAlso = destinationRules(['http://localhost:3000', 'http://127.0.0.1:3000']);

    expect(readAlso('http://127.0.0.1:8080/shop')).toBe('http://127.0.0.1:8080/shop');
    expect(readAlso('http://127.0.0.1:3000/shop')).toBeNull();
  });

  test('allows another server on this machine', () => {
    expect(readLocally('http://127.0.0.1:4000/a')).toBe('http://127.0.0.1:4000/a');
  });

  test('recognizes its own host in punycode', () => {
    const ours = destinationRules(['https://bücher.example']);

    expect(ours('https://xn--bcher-kva.example/')).toBeNull();
    expect(ours('https://BÜCHER.example/')).toBeNull();
  });
});

test('[linear-parsing] long hostile text is checked in linear time', () => {
  const lengths = ['a', '.', '-', '@', '/', '\\', '[', '%'].map(
    (unit) => `http://${unit.repeat(100_000)}`,
  );

  expect(lengths.map(read).every((stored) => stored === null)).toBe(true);
});

test.each([
  ['https://a.example/p?wp_cid=old', 'https://a.example/p'],
  [
    'https://a.example/p?a=%20+&wp_cid=old&wp_pass=x&b#wp_cid=1',
    'https://a.example/p?a=%20+&b#wp_cid=1',
  ],
  ['https://a.example/wp_cid=1?my_wp_cid=1', 'https://a.example/wp_cid=1?my_wp_cid=1'],
  ['https://a.example/?', 'https://a.example/?'],
])('%s is stored without the click id of an earlier visit', (typed, stored) => {
  expect(read(typed)).toBe(stored);
});
