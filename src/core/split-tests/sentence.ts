import { splitLetters, type VisitCategory } from '#contract/split-tests/split-words';
import { dayMs } from '#core/shared/time';
import type { Judgement } from './judge.ts';
import { roundedToDigit } from './plan.ts';
import type { JudgedTest } from './ports.ts';
import type { State, Winner } from './state.ts';

/** What the panel, the API and the mails say of a test: the first clause, then the rest. */
export type Sentence = { readonly lead: string; readonly rest: string };

/** What a sentence needs beside the judgement. */
export type Told = {
  readonly destinations: number;
  readonly isRevenue: boolean;
  readonly isAutomatic: boolean;
  /** The test has ended: nothing of it is still to come. */
  readonly isOver: boolean;
};

/** What a sentence needs of a stored test. */
export function toldOf({
  destinations,
  goal,
  mode,
  endedAt,
}: Pick<JudgedTest, 'destinations' | 'goal' | 'mode' | 'endedAt'>): Told {
  return {
    isOver: endedAt !== null,
    destinations,
    isRevenue: goal === 'revenue',
    isAutomatic: mode === 'automatic',
  };
}

/** Of sticky tests. */
export const noVerdict: Sentence = {
  lead: 'No verdict for this test:',
  rest: 'people who come again see the same destination, so that visits are not independent. Compare the numbers with care.',
};

const kinds: Readonly<Record<VisitCategory, string>> = {
  mobile: 'mobile visits',
  desktop: 'desktop visits',
  country: 'visits of the most common country',
  noReferrer: 'visits without a referrer',
  firstOfDay: 'first visits of a day',
};

/** The letter of a destination, from 0: A to D. */
export function letterOf(destination: number): string {
  return splitLetters[destination] ?? '';
}

/** The sentence of a judgement. */
export function sentenceOf(judgement: Judgement, told: Told): Sentence {
  const { lead, rest } = stateSentence(judgement, told);
  const withdrawn =
    judgement.withdrawnOn !== null
      ? ' The earlier verdict is withdrawn: conversions were edited, or came later than expected.'
      : '';
  const automatic =
    told.isAutomatic && !told.isOver
      ? ' Visits go where conversions are. This earns more, but takes longer to name a winner.'
      : '';
  return { lead, rest: rest + withdrawn + automatic };
}

function stateSentence({ state, window }: Judgement, told: Told): Sentence {
  const verb = told.isRevenue ? 'earn' : 'convert';
  switch (state.kind) {
    case 'untrusted':
      return untrusted(state);
    case 'no_verdict':
      return noVerdict;
    case 'untracked':
      return {
        lead: `${letterOf(state.destination)} has not reported one conversion.`,
        rest: 'Check that its page reports them.',
      };
    case 'early':
      return {
        lead: 'Too early to judge:',
        rest: `the first result comes on ${dateOf(state.firstVerdictOn)}, when visits have had ${
          window === 1 ? '1 day' : `${window} days`
        } to convert.`,
      };
    case 'winner':
      return winner(state, told);
    case 'alike':
      return {
        lead: `They ${verb} alike:`,
        rest: 'the difference is below 20%. Take the one that you like best.',
      };
    case 'no_difference':
      return {
        lead: 'No winner.',
        rest: `A difference of ${Math.ceil(state.lift * 100)}% or more would probably have shown by now.${told.isOver ? '' : ' You can stop.'}`,
      };
    case 'few':
      return {
        lead: `Too few conversions so far (${state.conversions}).`,
        rest:
          state.planned === null
            ? 'The first results need about 20.'
            : `A difference of 50% usually needs about ${number(roundedToDigit(state.planned))} visits.`,
      };
    case 'leading': {
      if (told.isOver) {
        return { lead: 'No winner was named.', rest: `${letterOf(state.destination)} led.` };
      }
      const days = Math.max(roundedToDigit(state.days), 1);
      return {
        lead: 'No winner yet.',
        rest: `${letterOf(state.destination)} leads; if it stays so, about ${number(
          roundedToDigit(state.visits),
        )} more visits (about ${days === 1 ? '1 day' : `${days} days`}) will settle it.`,
      };
    }
    case 'undecided':
      return {
        lead: told.isOver ? 'No winner was named:' : 'No winner yet, and none in sight:',
        rest: 'the difference so far is no larger than chance.',
      };
  }
}

function untrusted({ because }: Extract<State, { kind: 'untrusted' }>): Sentence {
  const lead = 'Do not trust this test yet:';
  return because === 'lost_visits'
    ? {
        lead,
        rest: 'visits were lost or counted twice, so that the destinations differ by more than their turns.',
      }
    : {
        lead,
        rest: `the destinations did not get the same kind of visitors. They differ most in ${kinds[because]}.`,
      };
}

function winner(state: Winner, told: Told): Sentence {
  const { destination, over, cautious, low } = state;
  const lead = `${letterOf(destination)} wins${told.destinations > 2 ? '' : '.'}`;
  const others = `against all ${told.destinations - 1} others`;
  if (cautious === null || low === null) {
    const rest =
      told.destinations > 2
        ? `${others}; it earns more per visit than each of them.`
        : `It earns more per visit than ${letterOf(over)}.`;
    return { lead, rest };
  }
  const least = Math.max(Math.floor((low - 1) * 100), 0);
  if (told.destinations > 2) {
    return { lead, rest: `${others}; it converts at least ${least}% better than the next best.` };
  }
  const about = Math.round((cautious - 1) * 100);
  // The cautious estimate never exceeds the largest lift of the evidence; the interval does.
  const rest =
    about > least
      ? `It converts about ${about}% better than ${letterOf(over)}, at least ${least}%.`
      : `It converts at least ${least}% better than ${letterOf(over)}.`;
  return { lead, rest };
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

/** `Dec 3`, of a UTC day since 1970-01-01. */
function dateOf(day: number): string {
  const date = new Date(day * dayMs);
  return date.toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
}
