import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { Link } from '#web/api.ts';
import { lazyPart } from '#web/app/state/lazy.tsx';
import { Card } from '#web/ui/card.tsx';
import { QueryView } from '#web/ui/answers/query.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';
import { splitTestsQuery } from './split-tests.ts';

/** About as high as a panel with its destinations, so that what is below it hardly moves. */
const meanwhile = () => (
  <div className="grid min-h-[27rem] max-[1100px]:min-h-[38rem]">
    <Card>
      <SkeletonRows count={8} label="Loading the split test" />
    </Card>
  </div>
);

// Links without a test do not load them.
const panel = lazyPart(async () => (await import('./panel/split-panel.tsx')).SplitPanel, meanwhile);
const past = lazyPart(
  async () => (await import('./panel/past-tests.tsx')).PastTestsCard,
  () => null,
);

type TestsProps = { readonly link: Pick<Link, 'id' | 'splitTestEnabled'> };

/** The running test of a link; nothing where none runs. */
export function LinkSplitTest({ link }: TestsProps) {
  const query = useAtomValue(splitTestsQuery(link.id));
  const { data: tests } = query;
  const isWanted = link.splitTestEnabled;
  useEffect(() => {
    if (isWanted) panel.ahead();
  }, [isWanted]);
  if (!isWanted) return null;
  const test = tests?.find(({ isRunning }) => isRunning);
  return (
    <QueryView query={query} things="the split test">
      {test ? (
        <panel.Part test={test} past={tests?.filter(({ isRunning }) => !isRunning) ?? []} />
      ) : (
        tests === undefined && meanwhile()
      )}
    </QueryView>
  );
}

/** The past tests of a link on which no test runs; nothing where there are none. */
export function LinkPastTests({ link }: TestsProps) {
  const { data: tests = [] } = useAtomValue(splitTestsQuery(link.id));
  if (link.splitTestEnabled || tests.length === 0) return null;
  return <past.Part tests={tests} />;
}
