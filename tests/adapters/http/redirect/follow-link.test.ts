import { expect, test } from 'bun:test';
import { followLink } from '#adapters/http/redirect/follow-link';
import { brandedPages } from '#adapters/http/redirect/pages';
import type { RawVisit } from '#core/redirect/raw-visit';
import type { Visit, Visitor } from '#core/redirect/visit-link';
import { aRoutedLink } from '#tests/support/builders/links';
import { aVisit } from '#tests/support/builders/visits';

const visitor: Visitor = {
  isHead: false,
  isPrefetch: false,
  isAnonymous: false,
  userAgent: 'Firefox',
  referrer: '',
  address: '203.0.113.7',
  query: '',
  visitorCookie: '',
  acceptLanguage: '',
  isTrusted: false,
};

function follower(visit: () => Visit) {
  const written: RawVisit[] = [];
  const spool = { write: (visits: readonly RawVisit[]) => void written.push(...visits) };
  const pages = brandedPages({
    appUrl: 'http://localhost:3000',
    shortUrl: 'http://localhost:3000',
  });
  const broken = {
    ...pages,
    expiredLink: () => {
      throw new Error('no page');
    },
  };
  const origins = { appUrl: 'http://localhost:3000', shortUrl: 'http://localhost:3000' };
  const ports = { visit, spool, newVisitorCookie: null, ...origins };
  return { follow: followLink(ports, broken), written };
}

const redirect: Visit = {
  kind: 'redirect',
  destination: 'https://shop.example/',
  record: aVisit({}),
};

test.each<[string, () => Visit]>([
  [
    'deciding',
    () => {
      throw new Error('no decision');
    },
  ],
  ['answering', () => ({ kind: 'gone', because: 'expired' })],
])('a defect in %s one visit is that visit’s alone', async (_, defective) => {
  const visits = [() => redirect, defective, () => redirect];
  const { follow, written } = follower(() => (visits.shift() ?? defective)());

  const answers = await Promise.allSettled([1, 2, 3].map(() => follow(aRoutedLink({}), visitor)));

  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(written).toHaveLength(2);
});
