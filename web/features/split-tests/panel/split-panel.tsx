import { ChevronRight, Ellipsis, Pencil, Target, Type } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import {
  SendActions,
  SendEverybody,
  useSendEverybody,
} from '#web/features/split-tests/changes/send-everybody.tsx';
import { SharesPanel } from '#web/features/split-tests/changes/shares-panel.tsx';
import { PlanWords } from '#web/features/split-tests/plan-note.tsx';
import type { SplitTest } from '#web/features/split-tests/split-tests.ts';
import { comingShares, goalWords, leaderOf, timeWords } from '#web/features/split-tests/words.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useIsPhone } from '#web/ui/browser/use-is-phone.ts';
import { Card } from '#web/ui/card.tsx';
import { useClosedActions } from '#web/app/state/palette.ts';
import { Menu, MenuEntries, type MenuEntry } from '#web/ui/floating/menu.tsx';
import { GoalDialog, NamesDialog } from './lazy-dialogs.ts';
import { Composition } from './composition.tsx';
import { Costs } from './costs.tsx';
import { Destinations } from './destinations.tsx';
import { Evidence } from './evidence.tsx';
import { HowDecided } from './how-decided.tsx';
import { Meter } from './meter.tsx';
import { Addresses, PastTests } from './past-tests.tsx';
import { Sentence } from './sentence.tsx';
import { Untrusted } from './untrusted.tsx';

type SplitPanelProps = {
  readonly test: SplitTest;
  /** The link's tests that are over. */
  readonly past: readonly SplitTest[];
};

/** A running test: what is known, the numbers, and what can be done. */
export function SplitPanel({ test, past }: SplitPanelProps) {
  const coming = comingShares(test);
  const isPhone = useIsPhone();
  return (
    <Card>
      <Header test={test} />
      <p
        aria-live="polite"
        className="px-4 pt-3 text-[1.25rem]/7 font-semibold tracking-tight text-pretty md:px-6"
      >
        <Sentence test={test} />
      </p>
      {test.planned !== null && test.planned.rateOf !== 'test' && (
        <p className="px-4 pt-1.5 text-sm text-pretty text-muted md:px-6">
          <PlanWords plan={test.planned} />
        </p>
      )}
      <Composition test={test} />
      <Untrusted test={test} />
      <Meter test={test} />
      <Destinations test={test} />
      {coming !== null && (
        <p className="border-t border-line px-4 py-3 text-sm text-muted md:px-6">{coming}</p>
      )}
      {isPhone ? (
        <details className="group border-t border-line">
          <summary className="flex cursor-pointer items-center gap-1.5 px-4 font-semibold -outline-offset-2 touch">
            <ChevronRight aria-hidden className="size-4 text-muted group-open:rotate-90" />
            More about this test
          </summary>
          <Background test={test} past={past} />
        </details>
      ) : (
        <Background test={test} past={past} />
      )}
    </Card>
  );
}

/** What explains the numbers: costs, corrected addresses, the evidence, and earlier tests. */
function Background({ test, past }: SplitPanelProps) {
  return (
    <>
      <Costs test={test} />
      <Addresses destinations={test.destinations} />
      {!test.isSticky && <Deciding test={test} />}
      {past.length > 0 && (
        <section aria-label="Past tests">
          <h3 className="border-t border-line px-4 py-3 font-semibold md:px-6">Past tests</h3>
          <PastTests tests={past} canResume={false} />
        </section>
      )}
    </>
  );
}

/** The evidence so far, and the rules by which it names a winner. */
function Deciding({ test }: { readonly test: SplitTest }) {
  const [isShown, setShown] = useState(false);
  return (
    <div
      className={classNames(
        'grid gap-x-12 gap-y-5 border-t border-line px-4 py-5 max-md:gap-y-0 max-md:py-2 md:px-6',
        isShown && 'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]',
      )}
    >
      <section aria-label="Evidence over time" className="grid min-w-0 content-start gap-3">
        <div className="flex items-start justify-between gap-x-3">
          <h3 className="flex min-w-0 flex-wrap items-baseline gap-x-2 pt-1 font-semibold">
            Evidence over time
            <span className="text-xs font-normal text-faint">
              judged once a day, at midnight UTC
            </span>
          </h3>
          <Button size="sm" look="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
          </Button>
        </div>
        {isShown && <Evidence test={test} />}
      </section>
      <HowDecided test={test} isWide={!isShown} />
    </div>
  );
}

/** What is tested since when, and the controls. */
function Header({ test }: { readonly test: SplitTest }) {
  const goal =
    test.goal === 'revenue' ? `${goalWords(test.goal)}, in ${test.currency}` : goalWords(test.goal);
  const facts = [
    `Goal: ${goal}`,
    timeWords(test, Date.now()),
    `${test.isSticky ? 'Counted' : 'Decided'} on the whole test, whatever the range says`,
  ];
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-3.5 md:pr-4 md:pl-6 xl:flex-nowrap">
      <div className="flex min-h-[30px] min-w-0 items-center">
        <div className="text-xs text-pretty text-faint">
          <h2 className="mr-2 inline text-sm font-semibold text-text">Split test</h2>
          {facts.join(' · ')}
        </div>
      </div>
      <div className="flex items-center gap-2 strip max-md:min-w-[calc(100%+2rem)] md:flex-wrap xl:shrink-0">
        <SharesPanel test={test} />
        <div className="empty:hidden max-sm:order-last">
          <SendEverybody test={test} />
        </div>
        <MoreActions test={test} />
      </div>
    </header>
  );
}

function MoreActions({ test }: { readonly test: SplitTest }) {
  const [open, setOpen] = useState<'names' | 'goal' | null>(null);
  const { send } = useSendEverybody(test);
  const navigate = useNavigate();
  const keepQuery = useKeepQuery();
  const close = () => setOpen(null);
  const entries: readonly MenuEntry[] = [
    { name: 'Name destinations', icon: <Type />, run: () => setOpen('names') },
    { name: 'Goal and time to convert', icon: <Target />, run: () => setOpen('goal') },
    {
      name: 'Edit destinations',
      icon: <Pencil />,
      run: () => void navigate(keepQuery(paths.editorOf(test.linkId))),
    },
  ];
  useClosedActions(entries);
  return (
    <>
      <Menu
        label="More of this test"
        buttonClassName="grid size-[30px] place-items-center rounded-md border border-line-strong bg-raised text-muted hover:border-muted touch-square"
        button={<Ellipsis aria-hidden className="size-4" />}
      >
        <MenuEntries entries={entries} />
        {leaderOf(test) !== null && <SendActions test={test} onSend={send} />}
      </Menu>
      <NamesDialog test={test} isOpen={open === 'names'} onClose={close} />
      <GoalDialog test={test} isOpen={open === 'goal'} onClose={close} />
    </>
  );
}
