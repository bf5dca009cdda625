import { expect, test } from 'bun:test';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Measure } from '#contract/analytics/measures';
import { filterNames } from '#contract/analytics/report-filters';
import { questionOf } from '#web/features/analytics/report/question.ts';
import { FilterWords, WhatIsShown } from '#web/features/analytics/share/share-words.tsx';

const textOf = (markup: string): string => markup.replaceAll(/<[^>]+>/g, '');

function filterWords(query: string, most?: number): string[] {
  const { filters } = questionOf(new URLSearchParams(query));
  return filterNames
    .filter((name) => filters[name])
    .map((name) =>
      textOf(
        renderToStaticMarkup(
          createElement(FilterWords, { filters, name, ...(most !== undefined && { most }) }),
        ),
      ),
    );
}

test('a filter of a shared report is named with its comparison and its values', () => {
  expect(filterWords('country=DE&country=FR')).toEqual(['Country Germany or France']);
  expect(filterWords('country=DE&not=country')).toEqual(['Country is not Germany']);
  expect(filterWords('referrer=news&contains=referrer')).toEqual(['Referrer contains news']);
  expect(filterWords('utm_campaign=sale&contains=utm_campaign&not=utm_campaign')).toEqual([
    'UTM campaign does not contain sale',
  ]);
});

test('where space is short, the values beyond a limit are counted', () => {
  expect(filterWords('country=DE&country=FR&country=US&country=GB', 3)).toEqual([
    'Country Germany or France or United States or 1 more',
  ]);
});

const shown = (query: string, opened: { measure?: Measure; showsMoney?: boolean } = {}) =>
  textOf(
    renderToStaticMarkup(
      createElement(WhatIsShown, {
        ...{ measure: 'clicks', isOnScreen: true, showsMoney: false, ...opened },
        question: questionOf(new URLSearchParams(query)),
      }),
    ),
  );

test('a report of more than one link says that it names links, also with other filters', () => {
  const named = 'lists links by title and address';
  expect(shown('')).toContain(named);
  expect(shown('country=DE')).toContain(named);
  expect(shown('link=019ad000-0000-7000-8000-000000000001&class=human')).not.toContain(named);
});

test('a report says with which number it opens, and names no money where it shows none', () => {
  expect(shown('')).not.toContain('opens with');
  expect(shown('', { measure: 'visitors' })).toContain('It opens with unique visitors.');
  expect(shown('', { measure: 'revenue' })).not.toContain('opens with');
  expect(shown('', { measure: 'revenue', showsMoney: true })).toContain('It opens with revenue.');
});

test('a report without one link is not about this link, and promises no split test', () => {
  const split = 'with its split test';
  expect(shown('link=019ad000-0000-7000-8000-000000000001')).toContain(split);
  expect(shown('link=019ad000-0000-7000-8000-000000000001&not=link')).not.toContain(split);
});
