import { expect, test } from 'bun:test';
import { previewDestination } from '#core/links/preview-destination';

const rules = {
  isReserved: () => false,
  readDestination: (typed: string) => (typed === 'own' ? null : `https://${typed}/`),
  explainDestination: () => 'A link cannot lead to Waypost itself',
  blocksUrl: (href: string) => href.includes('blocked'),
};
const words = { title: 'Boots', text: null, picture: null };

test('nothing is requested unless the operator allows it', async () => {
  expect(await previewDestination({ rules, readWebPage: null }, 'shop.example')).toEqual({
    state: 'off',
    title: null,
    text: null,
    picture: null,
  });
});

test('only addresses to which a link may lead are read', async () => {
  const read: string[] = [];
  const readWebPage = async (url: string) => {
    read.push(url);
    return url.includes('silent') ? null : words;
  };
  const ports = { rules, readWebPage };
  expect(await previewDestination(ports, 'shop.example')).toEqual({ state: 'read', ...words });
  expect(await previewDestination(ports, 'silent.example')).toMatchObject({ state: 'failed' });
  expect(previewDestination(ports, 'own')).rejects.toMatchObject({ code: 'invalid' });
  expect(previewDestination(ports, 'blocked.example')).rejects.toMatchObject({ code: 'blocked' });
  expect(read).toEqual(['https://shop.example/', 'https://silent.example/']);
});
