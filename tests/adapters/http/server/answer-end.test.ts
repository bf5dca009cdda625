import { expect, test } from 'bun:test';
import { answerEnd } from '#adapters/http/server/answer-end';

const said = (method: string, ...pieces: string[]) => {
  const watch = answerEnd(method);
  return pieces.map((piece) => watch(Buffer.from(piece, 'latin1')));
};
const head = (status: number, headers: string) => `HTTP/1.1 ${status} Some\r\n${headers}\r\n`;

test('an answer ends where its length says', () => {
  expect(said('GET', `${head(200, 'Content-Length: 3\r\n')}abc`)).toEqual(['ended']);
  expect(said('GET', head(200, 'Content-Length: 3\r\n'), 'a', 'bc')).toEqual([
    'more',
    'more',
    'ended',
  ]);
  expect(said('GET', head(302, 'content-length: 0\r\n'))).toEqual(['ended']);
});

test('an answer that may have no body ends with its head', () => {
  expect(said('HEAD', head(200, 'Content-Length: 3\r\n'))).toEqual(['ended']);
  expect(said('GET', head(304, 'Content-Length: 3\r\n'))).toEqual(['ended']);
  expect(said('POST', head(204, ''))).toEqual(['ended']);
});

test.each<[string, string, string]>([
  ['in chunks', 'GET', `${head(200, 'Transfer-Encoding: chunked\r\n')}0\r\n\r\n`],
  ['without a length', 'GET', `${head(200, 'X: y\r\n')}abc`],
  ['with the connection', 'GET', head(200, 'Connection: close\r\nContent-Length: 0\r\n')],
  ['after another', 'GET', `${head(200, 'Content-Length: 0\r\n')}${head(200, '')}`],
  ['beyond its length', 'GET', `${head(200, 'Content-Length: 1\r\n')}abc`],
  ['only after a word before it', 'GET', head(100, '')],
  ['nobody knows where', 'GET', 'HTTP/1.1 200 OK\r\nContent-Le'],
  ['in another protocol', 'GET', 'SSH-2.0-OpenSSH\r\n\r\n'],
])('the end of an answer %s is unclear', (_, method, answer) => {
  expect(said(method, answer)).toEqual(['unclear']);
});
