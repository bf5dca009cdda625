import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { eventTypes } from '#contract/conversions/event-types';
import { judgePostback } from '#core/conversions/reports/judge-postback';
import { currencies } from '#contract/money';
import { trustWords } from '#web/features/events/conversion-words.ts';
import {
  imageSnippet,
  postbackUrl,
  scriptCall,
  scriptTag,
} from '#web/features/tracking/snippets.ts';

const path = join(import.meta.dir, '../../docs/conversions.md');
const document = (await Bun.file(path).text()).replaceAll(/\s+/g, ' ');

/** The words in backticks of the first sentence that has this text. */
function wordsOf(text: string): string[] {
  const sentence = document.split(/(?<=[.:]) |(?<=\.)$/).find((each) => each.includes(text)) ?? '';
  return [...sentence.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
}

const verdictOf = (status: string) =>
  judgePostback(
    { trackConversions: true },
    {
      report: { event: '', value: '5', currency: '', orderId: '' },
      profit: '',
      status,
      refundId: '',
      isTest: false,
    },
  );

test('[manuals] docs/conversions.md and Tracking Setup have the same code and words', () => {
  const report = {
    origin: 'https://go.example.com',
    code: 'k7Qm2xP',
    event: 'sale',
    amount: '49.99',
    currency: 'USD',
    orderId: 'A-17',
  };

  expect(document).toContain(imageSnippet(report));
  expect(document).toContain(scriptTag(report));
  expect(document).toContain(scriptCall(report));
  expect(document).toContain(postbackUrl(report, '…'));
  for (const { name, trust, meaning } of trustWords) {
    expect(document).toContain(`**${name}** (\`${trust}\`): ${meaning}.`);
  }
});

test('[manuals] the events, currencies and statuses of docs/conversions.md are those of the code', () => {
  const [refunds, noSales] = [wordsOf('take money back'), wordsOf('are no sale')];

  expect(wordsOf('`signup`')).toEqual([...eventTypes]);
  expect(wordsOf('`GBP`')).toEqual([...currencies]);
  expect([refunds.length, noSales.length]).toEqual([4, 17]);
  for (const status of refunds) expect(verdictOf(status)).toMatchObject({ isRefund: true });
  for (const status of noSales) expect(verdictOf(status).kind).toBe('ignored');
});
