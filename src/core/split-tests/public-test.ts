import type { PublicSplitTest } from '#contract/shared-reports/public-reports';
import { splitLetters } from '#contract/split-tests/split-words';
import type { SplitTestPorts } from './ports.ts';
import { numbersOf, saidOf } from './shown-test.ts';

type Asked = { readonly userId: string; readonly linkId: string; readonly showsMoney: boolean };

/**
 * The link's running test as everybody with the address of its public page sees it; null: none runs.
 * Addresses are left out, and nothing leads before a winner is named.
 */
export async function publicTest(
  { tests, events }: Pick<SplitTestPorts, 'tests' | 'events'>,
  { userId, linkId, showsMoney }: Asked,
): Promise<PublicSplitTest | null> {
  const { items } = await tests.ofLink(userId, linkId, { limit: 1, from: null });
  const [test] = items;
  if (test === undefined || test.endedAt !== null) return null;
  const totals = await events.totals(test, null);
  const said = saidOf({ ...test, destinations: test.destinations.length });
  return {
    sentence: said.state === 'leading' ? undecided : said.sentence,
    currency: test.currency,
    destinations: test.destinations.map(({ name }, place) => {
      const letter = splitLetters[place] ?? 'A';
      const { visits, convertingVisits, revenue } = numbersOf(
        totals.destinations.get(place),
        test.currency,
      );
      const counts = { letter, name, visits, convertingVisits, wins: said.winner === letter };
      return showsMoney ? { ...counts, revenue } : counts;
    }),
  };
}

const undecided = {
  lead: 'No winner yet.',
  rest: 'The test is judged again after midnight (UTC).',
};
