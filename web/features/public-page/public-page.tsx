import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import type { PublicReport } from '#web/api.ts';
import { ApiError } from '#web/api-error.ts';
import { FullPage } from '#web/ui/full-page.tsx';
import { usePageTitle } from '#web/features/page/use-page-title.ts';
import { linkName, withoutScheme } from '#web/format.ts';
import { ComparisonSelect, RangePicker } from '#web/features/analytics/range/range-picker.tsx';
import { shownListsAtom } from '#web/features/analytics/lists/shown-lists.ts';
import { questionAtom } from '#web/features/analytics/report/question.ts';
import { ReportCards } from '#web/features/analytics/report/report-view.tsx';
import { ReadOnlyReport } from '#web/features/analytics/report/read-only.ts';
import { usePrevious } from '#web/ui/use-previous.ts';
import { paths } from '#web/paths.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { QueryView } from '#web/ui/query.tsx';
import { publicReportQuery } from './public-report.ts';
import { SplitTestCard } from './split-test-card.tsx';
import { lazy } from '#web/app/state/lazy.tsx';

/**
 * Most public pages have no password. The form and its validation are loaded only for those that
 * have one.
 */
const UnlockForm = lazy(
  async () => (await import('./unlock-form.tsx')).UnlockForm,
  () => true,
);

/** One link's numbers, for everybody who has the page's address and, where it has one, its password. */
export function Component() {
  const { token = '' } = useParams();
  const { range, comparison } = useAtomValue(questionAtom);
  const lists = useAtomValue(shownListsAtom);
  const query = useAtomValue(publicReportQuery({ token, question: { range, comparison }, lists }));
  const asked = JSON.stringify({ range, comparison });
  const { value: kept, beside } = usePrevious(query.error ? undefined : query.data, asked);
  const status = query.error instanceof ApiError ? query.error.status : null;
  const main = useFocusOnUnlock(status === 401);
  if (status === 401) return <UnlockForm token={token} />;
  if (status === 404) return <NoPage />;
  const shown = query.data ?? kept;
  return (
    <>
      <Header link={shown?.link} />
      <main
        ref={main}
        tabIndex={-1}
        className="mx-auto grid w-full max-w-7xl content-start gap-5 p-4 pb-16 md:px-8"
      >
        <QueryView query={query} failure="Failed to load analytics data">
          <Numbers
            shown={shown}
            isStale={query.data === undefined && shown !== undefined && beside !== asked}
          />
        </QueryView>
      </main>
    </>
  );
}

/** Moves the focus to the numbers when the form that asked for the password is gone. */
function useFocusOnUnlock(isLocked: boolean) {
  const main = useRef<HTMLElement>(null);
  const wasLocked = useRef(isLocked);
  useEffect(() => {
    if (wasLocked.current && !isLocked) main.current?.focus({ preventScroll: true });
    wasLocked.current = isLocked;
  }, [isLocked]);
  return main;
}

function Header({ link }: { readonly link: PublicReport['link'] | undefined }) {
  const short = link && withoutScheme(link.shortUrl);
  const title = link ? linkName(link) : 'Link';
  usePageTitle(title);
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3 md:px-8">
        <div className="flex min-w-0 items-center gap-4">
          <a href={paths.home} className="flex min-h-11 shrink-0 items-center rounded-md">
            <Logo />
          </a>
          <div className="min-w-0 border-l border-line pl-4">
            <h1 dir="auto" className="truncate text-xl font-[650] tracking-tight">
              {title}
            </h1>
            {link?.title && <p className="truncate text-sm text-muted">{short}</p>}
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <RangePicker />
          <ComparisonSelect />
        </div>
      </div>
    </header>
  );
}

type NumbersProps = { readonly shown: PublicReport | undefined; readonly isStale: boolean };

function Numbers({ shown, isStale }: NumbersProps) {
  return (
    <ReadOnlyReport value={{ showsMoney: shown?.showsMoney ?? false }}>
      {shown?.splitTest && <SplitTestCard test={shown.splitTest} />}
      <ReportCards report={shown?.report} isStale={isStale} />
    </ReadOnlyReport>
  );
}

function NoPage() {
  usePageTitle('Page not found');
  return (
    <FullPage
      sign="404"
      title="There is no such page"
      text="Its owner may have closed it. Ask for a new address."
    >
      <a href={paths.home} className={buttonClasses('secondary')}>
        Go to Waypost
      </a>
    </FullPage>
  );
}
