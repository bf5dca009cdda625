import { useAtomValue } from 'jotai';
import { Split } from 'lucide-react';
import { Link } from 'react-router';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { PageHeader } from '#web/features/page/page-header.tsx';
import { counted, linkName } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/answers/empty-state.tsx';
import { QueryView } from '#web/ui/answers/query.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';
import { Sentence } from './panel/sentence.tsx';
import { allSplitTestsQuery, type ListedSplitTest } from './split-tests.ts';
import { goalWords, timeWords } from './words.ts';

/** The split tests of all links, each with what is known of it. */
export function Component() {
  const query = useAtomValue(allSplitTestsQuery);
  const { data: tests } = query;
  return (
    <>
      <PageHeader text="Which destination wins, in all of your links." />
      <QueryView query={query} things="split tests">
        {tests ? (
          <Tests tests={tests} />
        ) : (
          <Card>
            <SkeletonRows count={6} label="Loading split tests" />
          </Card>
        )}
      </QueryView>
    </>
  );
}

type TestsProps = { readonly tests: readonly ListedSplitTest[] };

function Tests({ tests }: TestsProps) {
  const running = tests.filter(({ isRunning }) => isRunning);
  const past = tests.filter(({ isRunning }) => !isRunning);
  if (tests.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<Split />}
          title="No split tests yet"
          text="Give a link two to four destinations. Visitors are shared among them, and Waypost says which one wins."
          action={<ToLinks />}
        />
      </Card>
    );
  }
  return (
    <>
      <Card>
        <CardHeader title="Running" note={counted(running.length, 'test')} />
        {running.length > 0 ? (
          <TestList label="Running" tests={running} />
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-4">
            <p className="text-muted">No test runs at the moment.</p>
            <ToLinks />
          </div>
        )}
      </Card>
      {past.length > 0 && (
        <Card>
          <CardHeader title="Past" note={counted(past.length, 'test')} />
          <TestList label="Past" tests={past} />
        </Card>
      )}
    </>
  );
}

function ToLinks() {
  const keepQuery = useKeepQuery();
  return (
    <Link to={keepQuery(paths.links)} className={buttonClasses('secondary')}>
      Choose a link
    </Link>
  );
}

function TestList({ label, tests }: TestsProps & { readonly label: string }) {
  return (
    <ul aria-label={label}>
      {tests.map((test) => (
        <Listed key={test.id} test={test} />
      ))}
    </ul>
  );
}

function Listed({ test }: { readonly test: ListedSplitTest }) {
  const keepQuery = useKeepQuery();
  const facts = [
    `Goal: ${goalWords(test.goal)}`,
    timeWords(test, Date.now()),
    `${test.destinations} destinations`,
  ];
  return (
    <li className="relative grid gap-1 border-t border-line px-4 py-3 transition-colors hover:bg-raised/60">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <Link
          to={keepQuery(paths.linkOf(test.linkId))}
          className="flex min-w-0 items-center rounded-sm font-semibold after:absolute after:inset-0 hover:underline touch"
        >
          <bdi className="truncate">{linkName(test)}</bdi>
        </Link>
        <span className="text-xs text-faint">{facts.join(' · ')}</span>
      </div>
      <p className="text-pretty">
        <Sentence test={test} />
      </p>
    </li>
  );
}
