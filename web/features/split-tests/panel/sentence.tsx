import type { ListedSplitTest } from '#web/features/split-tests/split-tests.ts';
import { toneOf } from '#web/features/split-tests/words.ts';

const tones = { winner: 'text-accent-text', warn: 'text-warn', plain: 'text-text' } as const;

/** What is known of a test: the first clause, then the rest. */
export function Sentence({ test }: { readonly test: Pick<ListedSplitTest, 'state' | 'sentence'> }) {
  const { lead, rest } = test.sentence;
  return (
    <>
      <span className={tones[toneOf(test.state)]}>{lead}</span>{' '}
      <span className="text-muted">{rest}</span>
    </>
  );
}
