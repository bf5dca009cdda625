import { expect, test } from 'bun:test';
import { servedDomains } from '#core/domains/served-domains';
import { nameOn } from '#core/links/link-domain';
import { linkIndex } from '#core/redirect/link-index';
import { linksAt } from '#core/redirect/links-at';
import { aServedDomain } from '#tests/support/builders/domains';
import { aRoutedLink } from '#tests/support/builders/links';

test.each([
  ['https://go.example/Ab3dEfG', 'own'],
  ['https://go.example/Ab3dEfG/?x=1', 'own'],
  ['https://GO.example./Ab3dEfG', 'own'],
  ['https://go.example.:443/Ab3dEfG+', 'own'],
  ['https://links.shop.example/sale', 'custom'],
  ['http://links.shop.example.:80/sale+', 'custom'],
  ['https://go.example:8443/Ab3dEfG', null],
  ['https://links.shop.example/Ab3dEfG', null],
  ['https://elsewhere.example/Ab3dEfG', null],
])('[link-reports] the report of %s is about the link that answers there', (url, which) => {
  const index = linkIndex(() => false);
  const own = aRoutedLink();
  const custom = { ...own, id: 'custom', number: 2, code: 'other', aliases: [] };
  index.put(own);
  index.put({ ...custom, domainNames: [nameOn(7, 'sale')] });
  const domains = servedDomains();
  const host = 'links.shop.example';
  domains.put(aServedDomain({ number: 7, userId: own.userId, host }));
  const origins = { appUrl: 'https://app.example', shortUrl: 'https://go.example' };

  const found = linksAt({ index, domains }, origins)(url);

  expect(found?.id ?? null).toBe(which === 'own' ? own.id : which);
});
