import { expect, test } from 'bun:test';
import { linkIndex } from '#core/redirect/link-index';
import { loopingLinks } from '#core/redirect/looping-link';
import { aRoutedLink } from '#tests/support/builders/links';

const isLooping = loopingLinks([
  'https://app.example',
  'https://bücher.example',
  'http://localhost:3000',
]);

test.each([
  ['https://app.example/Ab3dEfG', true],
  ['http://app.example:8080/', true],
  ['https://APP.example./x', true],
  ['https://app.example?x=1', true],
  ['https://user@app.example/', true],
  ['https://xn--bcher-kva.example/', true],
  ['http://127.0.0.1:3000/Ab3dEfG', true],
  ['http://[::1]:3000/', true],
  ['http://[::ffff:127.0.0.1]:3000/', true],
  ['http://0.0.0.0:3000/', true],
  ['http://127.0.0.1:4000/', false],
  ['https://shop.example/?to=https://app.example/', false],
  ['https://app.example.evil.example/', false],
  ['https://other.app.example/', false],
  ['javascript:alert(1)', false],
  ['https://', false],
  ['', false],
])('a link to %p leads to the instance itself: %p', (originalUrl, expected) => {
  const link = aRoutedLink({ originalUrl });

  expect([isLooping(link), isLooping(link)]).toEqual([expected, expected]);
});

test('every destination of a split test is checked', () => {
  const destinations = ['https://a.example/', 'https://app.example/b'];

  expect(isLooping(aRoutedLink({ destinations }))).toBe(true);
  expect(
    isLooping(
      aRoutedLink({ originalUrl: 'https://app.example/', destinations: [destinations[0] ?? ''] }),
    ),
  ).toBe(false);
});

test('a link is checked when it is loaded into memory, and stored unchanged', () => {
  let judged = 0;
  const index = linkIndex(
    () => false,
    () => false,
    (link) => {
      judged += 1;
      return isLooping(link);
    },
  );
  const link = aRoutedLink({ code: 'Ab3dEfG', originalUrl: 'https://app.example/x' });

  index.put(link);
  for (let visits = 0; visits < 3; visits += 1) index.find('Ab3dEfG');

  expect(judged).toBe(1);
  expect(index.find('Ab3dEfG')?.isLooping).toBe(true);
  expect([...index.links()]).toEqual([link]);
});

test('a custom domain that begins to lead here is judged again', () => {
  const own = new Set<string>();
  const isLoopingNow = loopingLinks(['https://app.example'], (host) => own.has(host));
  const index = linkIndex(
    () => false,
    () => false,
    isLoopingNow,
  );
  const link = aRoutedLink({ originalUrl: 'https://GO.shop.example./sale' });
  index.put(link);

  expect(index.find(link.code)?.isLooping).toBeUndefined();
  own.add('go.shop.example');
  index.judge(link);
  expect(index.find(link.code)?.isLooping).toBe(true);
  own.clear();
  index.judge(link);
  expect(index.find(link.code)?.isLooping).toBeUndefined();
});
