import { useSetAtom } from 'jotai';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { changeSplitTestAtom } from '#web/features/split-tests/changes/changes.ts';
import type { SplitTest } from '#web/features/split-tests/split-tests.ts';
import { useAction } from '#web/forms/use-action.ts';
import { paths } from '#web/paths.ts';
import { Button, buttonClasses } from '#web/ui/button.tsx';

/** What can be done about a test that cannot be trusted, or that a destination does not report to. */
export function Untrusted({ test }: { readonly test: SplitTest }) {
  const { state, isShuffled, composition, losesClickIds, linkId } = test;
  const keepQuery = useKeepQuery();
  const change = useSetAtom(changeSplitTestAtom);
  const [shuffle, isBusy] = useAction(
    () => change({ test, change: { isShuffled: true } }),
    'Failed to change the split test',
  );
  const setup = (
    <Link to={keepQuery(paths.trackingOf(linkId))} className={buttonClasses('secondary', 'sm')}>
      Open tracking setup
    </Link>
  );
  if (state === 'untrusted' && composition === null) {
    return (
      <Advice text="A server that stopped suddenly, or a restored backup, can lose visits. The difference stays in this test. A new test can be trusted." />
    );
  }
  if (state === 'untrusted' && !isShuffled) {
    return (
      <Advice text="A usual cause is visits in pairs, such as a mail scanner before each person. Shuffling each round prevents it.">
        <Button size="sm" isBusy={isBusy} onClick={shuffle}>
          Shuffle each round
        </Button>
      </Advice>
    );
  }
  if (state === 'untracked') return <Advice text="">{setup}</Advice>;
  if (losesClickIds === null) return null;
  return (
    <Advice
      text={`Most conversions of ${losesClickIds} came without the click id that the others report. Its address probably drops it, and then ${losesClickIds} looks worse than it is.`}
    >
      {setup}
    </Advice>
  );
}

type AdviceProps = { readonly text: string; readonly children?: ReactNode };

function Advice({ text, children }: AdviceProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-3 text-sm md:px-6">
      {text && (
        <p className="flex min-w-0 items-start gap-2 text-muted">
          <TriangleAlert aria-hidden className="mt-px size-4 shrink-0 text-warn" />
          {text}
        </p>
      )}
      {children}
    </div>
  );
}
