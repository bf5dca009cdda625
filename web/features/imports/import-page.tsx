import { useAtomValue, useSetAtom } from 'jotai';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import type { ImportSummary, LinkImport } from '#web/api.ts';
import { PageHeader } from '#web/features/page/page-header.tsx';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import { refreshNumbersAtom } from '#web/app/state/refresh-numbers.ts';
import { PlanNotice } from '#web/features/billing/plan-notice.tsx';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { useAction } from '#web/forms/use-action.ts';
import { counted, momentLabel, wholeNumber } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { Button, buttonClasses } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { QueryView } from '#web/ui/answers/query.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';
import { ImportColumns } from './import-columns.tsx';
import { ImportFile } from './import-file.tsx';
import { ImportResult } from './import-result.tsx';
import {
  cancelImportAtom,
  importQuery,
  importsQuery,
  isWorking,
  reloadImportsAtom,
  startImportAtom,
} from './imports.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Badge } from '#web/ui/badge.tsx';

/**
 * The steps of an import: the file, its columns, a check without any effect, and the import itself.
 */
export function Component() {
  const id = useAtomValue(searchParamsAtom).get('id');
  const keepQuery = useKeepQuery();
  return (
    <>
      <RouterLink
        to={keepQuery(paths.links)}
        className="-mb-3 inline-flex items-center gap-1.5 justify-self-start rounded-sm text-sm font-medium text-muted hover:text-text touch"
      >
        <ArrowLeft aria-hidden className="size-4" />
        My Links
      </RouterLink>
      <PageHeader text="Bring your links from another service, or from a spreadsheet." />
      <PlanNotice />
      {id === null ? <Begin /> : <OneImport key={id} id={id} />}
    </>
  );
}

function Begin() {
  return (
    <>
      <ImportSteps current="File" />
      <ImportFile />
      <EarlierImports />
    </>
  );
}

function OneImport({ id }: { readonly id: string }) {
  const query = useAtomValue(importQuery(id));
  const run = query.data;
  useRefreshed(run);
  return (
    <QueryView query={query} things="the import">
      {run === undefined ? (
        <Card>
          <SkeletonRows count={5} label="Loading the import" />
        </Card>
      ) : (
        <Steps run={run} />
      )}
    </QueryView>
  );
}

/** Loads the numbers of links and the list of imports again when a running import has ended. */
function useRefreshed(run: LinkImport | undefined): void {
  const refresh = useSetAtom(refreshNumbersAtom);
  const reloadImports = useSetAtom(reloadImportsAtom);
  const wasWorking = useRef(false);
  const isNow = run !== undefined && isWorking(run);
  useEffect(() => {
    if (wasWorking.current && !isNow) {
      void refresh();
      void reloadImports();
    }
    wasWorking.current = isNow;
  }, [isNow, refresh, reloadImports]);
}

const stepOf: Readonly<Record<LinkImport['state'], Step>> = {
  uploading: 'File',
  uploaded: 'Columns',
  checking: 'Check',
  checked: 'Check',
  running: 'Import',
  done: 'Import',
  cancelled: 'Import',
};

function Steps({ run }: { readonly run: LinkImport }) {
  const [isChanging, setChanging] = useState(false);
  const hasColumns = run.state === 'uploaded' || (run.state === 'checked' && isChanging);
  return (
    <>
      <ImportSteps current={hasColumns ? 'Columns' : stepOf[run.state]} />
      {hasColumns ? (
        <ImportColumns run={run} onChecked={() => setChanging(false)} />
      ) : (
        <Content run={run} onChange={() => setChanging(true)} />
      )}
    </>
  );
}

function Content({ run, onChange }: { readonly run: LinkImport; onChange(): void }) {
  if (isWorking(run)) return <ImportProgress run={run} />;
  if (run.state === 'checked') return <Checked run={run} onChange={onChange} />;
  return <Ended run={run} />;
}

function Checked({ run, onChange }: { readonly run: LinkImport; onChange(): void }) {
  const startImport = useSetAtom(startImportAtom);
  const cancelImport = useSetAtom(cancelImportAtom);
  const [start, isStarting] = useAction(() => startImport(run.id), 'Failed to start the import');
  const [cancel, isCancelling] = useAction(() => cancelImport(run.id), 'Failed to cancel');
  const { created } = run.counts;
  return (
    <ImportResult
      run={run}
      title="This is what will happen"
      note={`${run.fileName}. Nothing has been imported yet.`}
      created="New links"
    >
      <Button look="primary" disabled={created === 0} isBusy={isStarting} onClick={start}>
        {created === 0 ? 'Nothing to import' : `Import ${counted(created, 'link')}`}
      </Button>
      <Button onClick={onChange}>Change columns</Button>
      <Button isBusy={isCancelling} onClick={cancel}>
        Cancel
      </Button>
    </ImportResult>
  );
}

function Ended({ run }: { readonly run: LinkImport }) {
  const keepQuery = useKeepQuery();
  const setSearchParams = useSetAtom(searchParamsAtom);
  const isDone = run.state === 'done';
  return (
    <ImportResult
      run={run}
      title={isDone ? 'The import is done' : 'The import was cancelled'}
      created={isDone ? 'Links imported' : 'Links imported before'}
    >
      <RouterLink to={keepQuery(paths.links)} className={buttonClasses('primary')}>
        Show my links
      </RouterLink>
      <Button onClick={() => setSearchParams({ id: null })}>Import another file</Button>
    </ImportResult>
  );
}

/** The progress of a check or an import. The person can leave the page meanwhile. */
function ImportProgress({ run }: { readonly run: LinkImport }) {
  const cancelImport = useSetAtom(cancelImportAtom);
  const [cancel, isBusy] = useAction(() => cancelImport(run.id), 'Failed to cancel');
  const isCheck = run.state === 'checking';
  const title = isCheck ? 'Checking the rows' : 'Importing';
  return (
    <Card>
      <CardHeader title={title} note={`${run.fileName}. You can leave this page: it goes on.`} />
      <div className="grid gap-4 px-4 pt-1 pb-5">
        <progress
          aria-label={title}
          value={run.doneRows}
          max={Math.max(1, run.rows)}
          className="h-2 w-full appearance-none overflow-hidden rounded-full bg-raised [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-accent"
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="num text-muted">
            {wholeNumber(run.doneRows)} of {wholeNumber(run.rows)} rows
          </p>
          <Button isBusy={isBusy} onClick={cancel}>
            {isCheck ? 'Cancel' : 'Cancel the import'}
          </Button>
        </div>
      </div>
    </Card>
  );
}

const steps = ['File', 'Columns', 'Check', 'Import'] as const;

type Step = (typeof steps)[number];

/** The steps of an import, with the current one marked. */
function ImportSteps({ current }: { readonly current: Step }) {
  const reached = steps.indexOf(current);
  return (
    <ol aria-label="Steps" className="flex flex-wrap gap-x-5 gap-y-2 text-sm font-medium">
      {steps.map((step, at) => (
        <li
          key={step}
          aria-current={at === reached ? 'step' : undefined}
          className={classNames('flex items-center gap-2', at > reached && 'text-muted')}
        >
          <span
            aria-hidden
            className={classNames(
              'num grid size-6 place-items-center rounded-full text-xs font-semibold',
              at === reached ? 'bg-accent text-on-accent' : 'bg-raised text-muted',
            )}
          >
            {at + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}

/** The imports of the last 30 days; nothing when there are none. */
function EarlierImports() {
  const imports = useAtomValue(importsQuery).data ?? [];
  if (imports.length === 0) return null;
  return (
    <Card>
      <CardHeader title="Your imports" note="Kept for 30 days" />
      <ul className="border-t border-line">
        {imports.map((run) => (
          <li
            key={run.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 last:border-0"
          >
            <RouterLink
              to={paths.importOf(run.id)}
              className="inline-flex min-w-0 items-center rounded-sm font-medium text-accent-text hover:underline touch"
            >
              <span className="truncate">{run.fileName}</span>
            </RouterLink>
            <State run={run} />
            <span className="num ml-auto text-sm text-muted">{momentLabel(run.createdAt)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function State({ run: { state, counts } }: { readonly run: ImportSummary }) {
  switch (state) {
    case 'done':
      return <Badge tone="good">{counted(counts.created, 'link')}</Badge>;
    case 'running':
      return <Badge tone="info">Importing</Badge>;
    case 'cancelled':
      return <Badge>Cancelled</Badge>;
    case 'uploading':
    case 'uploaded':
    case 'checking':
    case 'checked':
      return <Badge tone="warn">Not started</Badge>;
  }
}
