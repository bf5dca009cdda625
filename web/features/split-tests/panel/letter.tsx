import type { SplitLetter } from '#contract/split-tests/split-words';
import type { Destination } from '#web/features/split-tests/split-tests.ts';
import { classNames } from '#web/ui/class-names.ts';

type LetterProps = {
  /** Absent: of what no destination can be given. */
  readonly letter?: SplitLetter;
  readonly isWinner?: boolean;
};

/** The letter of a destination in its frame. */
export function Letter({ letter, isWinner = false }: LetterProps) {
  return (
    <span
      className={classNames(
        'grid size-6 shrink-0 place-items-center rounded-sm border text-xs font-semibold',
        isWinner ? 'border-accent bg-accent text-on-accent' : 'border-line-strong',
        letter === undefined && 'border-dashed',
      )}
    >
      {letter}
    </span>
  );
}

/** What a verdict on the wins of one destination means. */
const guarantee =
  'If all destinations were equally good, fewer than 1 test in 20 would ever name a winner, no matter how often you look.';

/** What is known of a destination, in a word. */
export function StateWord({
  destination: { state, slots },
}: {
  readonly destination: Destination;
}) {
  const words = [...(state === null ? [] : [state]), ...(slots === 0 ? ['paused'] : [])];
  return words.map((word) => (
    <span
      key={word}
      title={word === 'wins' ? guarantee : undefined}
      className={classNames(
        'inline-block rounded-sm border px-1.5 text-xs leading-[18px] font-medium',
        word === 'wins'
          ? 'border-transparent bg-accent-soft text-accent-text'
          : 'border-line text-muted',
      )}
    >
      {word}
    </span>
  ));
}
