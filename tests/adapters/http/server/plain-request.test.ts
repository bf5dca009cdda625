import { describe, expect, test } from 'bun:test';
import { mayBecomePlain, readPlainRequest } from '#adapters/http/server/plain-request';

const read = (text: string) => readPlainRequest(Buffer.from(text, 'latin1'));
const get = (target: string, more = '', version = '1.1') =>
  `GET ${target} HTTP/${version}\r\nHost: go.example\r\n${more}\r\n`;

test('a browser’s request is read: where it goes, and what it says of the visitor', () => {
  const request = read(
    get(
      '/Ab3dEfG?utm_source=a%20b&x=1?y',
      'USER-AGENT:  Firefox 140\t\r\nreferer:https://a.example/\r\n',
    ),
  );

  expect(request).toMatchObject({
    method: 'GET',
    name: 'Ab3dEfG',
    query: 'utm_source=a%20b&x=1?y',
    hasBody: false,
    isLast: false,
  });
  expect(request?.headers.get('user-agent')).toBe('Firefox 140');
  expect(request?.headers.get('referer')).toBe('https://a.example/');
  expect(request?.headers.get('cookie')).toBeNull();
});

test.each([
  ['/', '', ''],
  ['/a', 'a', ''],
  ['/a?', 'a', ''],
  ['/?q', '', 'q'],
  ['/a/b?', 'a/b', ''],
  ['/%41', '%41', ''],
])('the target %s is taken apart', (target, name, query) => {
  expect(read(get(target))).toMatchObject({ name, query });
});

test('an empty header is there, and has nothing in it', () => {
  expect(read(get('/a', 'Referer: \r\nX-Moz:\r\n'))?.headers.get('x-moz')).toBe('');
  expect(read(get('/a', 'Referer: \r\nX-Moz:\r\n'))?.headers.get('referer')).toBe('');
});

test('a body is part of its request when all of it is there', () => {
  const post = (length: string, body: string) =>
    read(`POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: ${length}\r\n\r\n${body}`);

  expect(post('2', 'ab')).toMatchObject({ method: 'POST', hasBody: true });
  expect(post('0', '')).toMatchObject({ hasBody: false });
  for (const [length, body] of [
    ['3', 'ab'],
    ['02', 'ab'],
    ['+2', 'ab'],
    ['2, 2', 'ab'],
    ['', ''],
  ] as const) {
    expect(post(length, body), length).toBeNull();
  }
});

test('what follows a request is none of it', () => {
  const post = 'POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab';

  expect(read(`${get('/a')}${get('/b')}`)).toMatchObject({ name: 'a', length: get('/a').length });
  expect(read(`${post}${get('/b')}`)?.length).toBe(post.length);
  expect(read(`${get('/a')}\0`)?.length).toBe(get('/a').length);
});

test('who ends the connection says so in one of two ways', () => {
  expect(read(get('/a', 'Connection: Keep-Alive\r\n'))?.isLast).toBe(false);
  expect(read(get('/a', 'Connection: Close\r\n'))?.isLast).toBe(true);
  expect(read(get('/a', 'Connection: close\r\n', '1.0'))?.isLast).toBe(true);
  expect(read(get('/a', 'Connection: keep-alive\r\n', '1.0'))).toBeNull();
  expect(read(get('/a', '', '1.0'))).toBeNull();
});

describe('what is written in any other way is not plain:', () => {
  const odd: Record<string, string> = {
    'a piece of a request': get('/a').slice(0, -1),
    nothing: '',
    'a line end before it': `\r\n${get('/a')}`,
    'a line end of its own kind': get('/a').replaceAll('\r\n', '\n'),
    'a bare carriage return': get('/a', 'X-A: b\rX-B: c\r\n'),
    'a folded line': get('/a', 'X-A: b\r\n c\r\n'),
    'a blank before the colon': get('/a', 'X-A : b\r\n'),
    'a header without a name': get('/a', ': b\r\n'),
    'a header without a colon': get('/a', 'X-A\r\n'),
    'a control character': get('/a', 'X-A: \0\r\n'),
    'more than ASCII': get('/a', 'X-A: \xe9\r\n'),
    'a quote in the address': get("/a?b='c'"),
    'a fragment': get('/a#b'),
    'a backslash': get('\\a'),
    'an address with its host': get('http://go.example/a'),
    'no path': get('*'),
    'two blanks': get(' /a'),
    'another version': get('/a', '', '2.0'),
    'no host': 'GET /a HTTP/1.1\r\nAccept: */*\r\n\r\n',
    'an empty host': 'GET /a HTTP/1.1\r\nHost: \r\n\r\n',
    'two hosts': get('/a', 'host: other.example\r\n'),
    'two user agents': get('/a', 'User-Agent: a\r\nuser-agent: b\r\n'),
    'a method in lower case': get('/a').replace('GET', 'get'),
    'a body in chunks': get('/a', 'Transfer-Encoding: chunked\r\n'),
    'a length twice': get('/a', 'Content-Length: 0\r\nContent-Length: 0\r\n'),
    'an upgrade': get('/a', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'),
    'an expectation': get('/a', 'Expect: 100-continue\r\n'),
    'headers for this connection alone': get('/a', 'Connection: keep-alive, X-A\r\n'),
    'more than 16 KB': get('/a', `X-A: ${'b'.repeat(16_384)}\r\n`),
  };

  test.each(Object.entries(odd))('%s', (_, text) => {
    expect(read(text)).toBeNull();
  });
});

test('a head may become plain for as long as nothing in it is odd, and it is not whole', () => {
  const may = (text: string) => mayBecomePlain(Buffer.from(text, 'latin1'));
  const whole = get('/a?b', 'User-Agent: c\td\r\n');

  for (let length = 1; length < whole.length; length += 1) {
    expect(may(whole.slice(0, length)), whole.slice(0, length)).toBe(true);
  }
  for (const text of [
    whole,
    '',
    'get /',
    'GET *',
    '\x16\x03\x01',
    'GET /a\n',
    'GET /a\r\rb',
    'GET /\xe9',
  ]) {
    expect(may(text), text).toBe(false);
  }
  expect(may(`GET /${'a'.repeat(20_000)}`)).toBe(false);
});
