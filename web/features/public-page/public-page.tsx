import { useAtom, useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import type { PublicReport } from '#web/api.ts';
import { ApiError } from '#web/api-error.ts';
import { usePageTitle } from '#web/features/page/use-page-title.ts';
import { linkName, withoutScheme } from '#web/format.ts';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import { daysLabel, localDay } from '#web/features/address/ranges.ts';
import { ComparisonSelect, RangePicker } from '#web/features/analytics/range/range-picker.tsx';
import { CurrencySelect } from '#web/features/analytics/measures/currency-choice.tsx';
import { questionAtom } from '#web/features/analytics/report/question.ts';
import { ReportCards } from '#web/features/analytics/report/report-view.tsx';
import { ReadOnlyReport } from '#web/features/analytics/report/read-only.ts';
import { classNames } from '#web/ui/class-names.ts';
import { usePrevious } from '#web/ui/answers/use-previous.ts';
import { QueryView } from '#web/ui/answers/query.tsx';
import { ClosedPage } from './closed-page.tsx';
import { OwnColor, ReportLogo } from './cover.tsx';
import { MadeWithWaypost } from './made-with-waypost.tsx';
import { publicListQuery } from './public-lists.ts';
import {
  type AskedPage,
  missingParameters,
  namesDates,
  publicReportQuery,
} from './public-report.ts';
import { SaveMenu } from './save-menu.tsx';
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

/** A report's numbers, for everybody who has the page's address and, where it has one, its password. */
export function Component() {
  const { token = '' } = useParams();
  const { range, comparison } = useAtomValue(questionAtom);
  const [searchParams, setSearchParams] = useAtom(searchParamsAtom);
  const dates = namesDates(searchParams) ? { range, comparison } : null;
  const isPreview = searchParams.has('preview');
  const page = { token, dates, isPreview };
  const query = useAtomValue(publicReportQuery(page));
  const asked = JSON.stringify(dates);
  const { value: kept, beside } = usePrevious(query.error ? undefined : query.data, asked);
  const status = query.error instanceof ApiError ? query.error.status : null;
  const shown = query.data ?? kept;
  // The pickers, the currency and the measure are those of the address: first the owner's.
  const missing = shown ? missingParameters(shown, searchParams) : '';
  const main = useFocusOnUnlock(status === 401, shown !== undefined && missing === '');
  useEffect(() => {
    if (missing === '') return;
    setSearchParams(Object.fromEntries(new URLSearchParams(missing)), { replace: true });
  }, [missing, setSearchParams]);
  if (status === 401) return <UnlockForm token={token} />;
  if (status === 404) return <ClosedPage token={token} />;
  // Its owner chose what the page has, so nothing can be drawn that stays in its place. Lists are
  // asked for once the address names the measure and the currency.
  if ((shown === undefined && query.error === null) || missing !== '') return <Opening />;
  return (
    <ReadOnlyReport
      value={{
        showsMoney: shown?.showsMoney ?? false,
        classes: shown?.classes ?? [],
        listsLinks: shown?.listsLinks ?? false,
        listQuery: (list) => publicListQuery({ ...list, page }),
      }}
    >
      <OwnColor color={shown?.cover.color}>
        <Header page={page} shown={shown} />
        <main
          ref={main}
          tabIndex={-1}
          className="mx-auto grid w-full max-w-7xl content-start gap-5 p-4 pb-10 md:px-8"
        >
          <QueryView query={query} things="analytics data">
            {shown?.splitTest && <SplitTestCard test={shown.splitTest} />}
            <ReportCards
              report={shown?.report}
              isStale={query.data === undefined && shown !== undefined && beside !== asked}
            />
          </QueryView>
        </main>
        <MadeWithWaypost />
      </OwnColor>
    </ReadOnlyReport>
  );
}

function Opening() {
  return (
    <main aria-busy className="grid min-h-dvh place-items-center p-4">
      <p role="status" className="text-muted">
        Loading report
      </p>
    </main>
  );
}

/** Moves the focus to the numbers when they are shown after the form that asked for the password. */
function useFocusOnUnlock(isLocked: boolean, isShown: boolean) {
  const main = useRef<HTMLElement>(null);
  const wasLocked = useRef(false);
  useEffect(() => {
    if (!isLocked && !isShown) return;
    if (wasLocked.current && !isLocked) main.current?.focus({ preventScroll: true });
    wasLocked.current = isLocked;
  }, [isLocked, isShown]);
  return main;
}

type PreviewNoteProps = NonNullable<PublicReport['preview']>;

/** Says to the owner what the page does not show. */
function PreviewNote({ hasPassword, hasEnded }: PreviewNoteProps) {
  const before = hasEnded
    ? 'It has ended or is switched off, so visitors cannot open it.'
    : hasPassword && 'Visitors enter its password first.';
  return (
    <p className="border-b border-line bg-raised px-4 py-2 text-center text-sm text-muted md:px-8">
      <strong className="font-semibold text-text">Preview</strong>: what visitors see. It is not
      counted as a view. {before}
    </p>
  );
}

type PageProps = { readonly page: AskedPage; readonly shown: PublicReport | undefined };

function Header({ page, shown }: PageProps) {
  const short = shown?.link ? withoutScheme(shown.link.shortUrl) : '';
  const linked = shown?.link ? linkName(shown.link) : 'Report';
  const title = shown?.cover.name || linked;
  usePageTitle(title);
  return (
    <header className="border-b border-line bg-surface">
      {shown?.preview && <PreviewNote {...shown.preview} />}
      <div
        className={classNames(
          'mx-auto flex max-w-7xl items-center justify-between gap-x-6 gap-y-3 px-4 py-3 md:px-8',
          (shown?.choosesDates || shown?.showsMoney) && 'flex-wrap',
        )}
      >
        <div className="flex min-h-11 min-w-0 items-center gap-3">
          {shown?.cover.hasLogo && (
            <ReportLogo {...page} className="size-10 shrink-0 rounded-md object-cover" />
          )}
          <div className="min-w-0">
            <h1 dir="auto" className="truncate text-xl font-[650] tracking-tight">
              {title}
            </h1>
            {shown && <p className="text-sm text-muted">{detailsOf(shown, short)}</p>}
          </div>
        </div>
        {shown && (
          <div className="flex flex-wrap items-center gap-2">
            {shown.choosesDates && (
              <>
                <RangePicker />
                <ComparisonSelect />
              </>
            )}
            <CurrencySelect report={shown.report} />
            <SaveMenu page={page} shown={shown} />
          </div>
        )}
      </div>
    </header>
  );
}

/** `Meridian Outdoor · Oct 29 – Nov 27 · compared with Sep 29 – Oct 28 · time zone Berlin`. */
function detailsOf({ cover, link, report }: PublicReport, short: string): string {
  const today = localDay(new Date());
  const zone = report.range.timeZone.split('/').at(-1)?.replaceAll('_', ' ');
  return [
    ...(cover.sender === '' ? [] : [cover.sender]),
    ...(link?.title ? [short] : []),
    daysLabel(report.range, today),
    ...(report.compared ? [`compared with ${daysLabel(report.compared, today)}`] : []),
    `time zone ${zone}`,
  ].join(' · ');
}
