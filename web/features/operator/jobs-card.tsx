import type { ShownInstanceJson as InstanceState } from '#contract/operators';
import { useTableLayout } from '#web/app/state/table-layout.ts';
import { counted, momentLabel, wholeNumber } from '#web/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { ColumnsMenu } from '#web/ui/table/columns-menu.tsx';
import { Table } from '#web/ui/table/table.tsx';
import { useIsPhone } from '#web/ui/use-is-phone.ts';
import { durationLabel } from './units.ts';

type Job = InstanceState['jobs'][number];

/** Background work, failed work first. */
export function JobsCard({ state }: { readonly state: InstanceState | undefined }) {
  const isPhone = useIsPhone();
  const arranged = useTableLayout('jobs');
  const jobs = state?.jobs.toSorted((one, other) => other.failures - one.failures);
  return (
    <Card>
      <CardHeader title="Background jobs" note="Since the start of this instance">
        {!isPhone && <ColumnsMenu of="Background jobs" columns={columns} {...arranged} />}
      </CardHeader>
      {jobs === undefined ? (
        <SkeletonRows count={6} label="Loading the jobs" />
      ) : isPhone ? (
        <JobCards jobs={jobs} />
      ) : (
        <Table
          label="Background jobs"
          columns={columns}
          rows={jobs}
          keyOf={({ name }) => name}
          isWhole
          {...arranged}
        />
      )}
    </Card>
  );
}

const columns: readonly Column<Job>[] = [
  { name: 'Job', share: 40, isFixed: true, sortBy: ({ name }) => name, cell: ({ name }) => name },
  {
    name: 'Runs',
    share: 12,
    isRight: true,
    sortBy: ({ runs }) => runs,
    cell: ({ runs }) => wholeNumber(runs),
  },
  {
    name: 'Failed',
    share: 12,
    isRight: true,
    sortBy: ({ failures }) => failures,
    cell: ({ failures }) =>
      failures > 0 ? <Badge tone="warn">{wholeNumber(failures)}</Badge> : '0',
  },
  {
    name: 'Last duration',
    share: 16,
    isRight: true,
    sortBy: ({ lastDurationMs }) => lastDurationMs,
    cell: ({ lastDurationMs }) => durationLabel(lastDurationMs / 1000),
  },
  {
    name: 'Last success',
    share: 20,
    isRight: true,
    sortBy: ({ lastSuccessMs }) => lastSuccessMs,
    cell: ({ lastSuccessMs }) => succeeded(lastSuccessMs, 'never'),
  },
];

/** The same list on phones. */
function JobCards({ jobs }: { readonly jobs: readonly Job[] }) {
  return (
    <ul className="border-t border-line">
      {jobs.map(({ name, runs, failures, lastSuccessMs, lastDurationMs }) => (
        <li
          key={name}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 border-b border-line px-4 py-2 last:border-0"
        >
          <span className="flex items-center gap-1.5">
            {name}
            {failures > 0 && <Badge tone="warn">{wholeNumber(failures)} failed</Badge>}
          </span>
          <span className="num text-sm text-faint">
            {counted(runs, 'run')} · {durationLabel(lastDurationMs / 1000)} ·{' '}
            {succeeded(lastSuccessMs, 'never succeeded')}
          </span>
        </li>
      ))}
    </ul>
  );
}

function succeeded(atMs: number | null, never: string): string {
  return atMs === null ? never : momentLabel(new Date(atMs).toISOString());
}
