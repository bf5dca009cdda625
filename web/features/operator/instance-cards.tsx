import type { ShownInstanceJson, ShownInstanceJson as InstanceState } from '#contract/operators';
import { counted, momentLabel, oneDecimal, wholeNumber } from '#web/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';
import { StatCard } from '#web/ui/stat-card.tsx';
import { useTableLayout } from '#web/app/state/table-layout.ts';
import type { Column } from '#web/ui/table/column.ts';
import { ColumnsMenu } from '#web/ui/table/columns-menu.tsx';
import { Table } from '#web/ui/table/table.tsx';
import { useIsPhone } from '#web/ui/browser/use-is-phone.ts';

type Shown = { readonly state: ShownInstanceJson | undefined };

/** The numbers that show whether everything works. */
export function InstanceNumbers({ state }: Shown) {
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <StatCard label="Waiting events" value={state && wholeNumber(state.waitingEvents)}>
        {state && `oldest ${durationLabel(state.oldestEventSeconds)}`}
      </StatCard>
      <StatCard label="Lost events" value={state && wholeNumber(state.droppedEvents)}>
        {state && `${wholeNumber(state.unaccountedEvents)} unaccounted`}
      </StatCard>
      <StatCard label="Links" value={state && wholeNumber(state.links)}>
        {state && `${wholeNumber(state.redirects)} redirects since the start`}
      </StatCard>
      <StatCard label="Free disk" value={state && bytesLabel(state.diskFreeBytes)}>
        {state && `${bytesLabel(state.residentBytes)} of memory in use`}
      </StatCard>
    </div>
  );
}

/** Problems that the operator should look at; nothing while there are none. */
export function TroublesCard({ state }: Shown) {
  const troubles = Object.entries(state?.details ?? {});
  if (troubles.length === 0) return null;
  return (
    <Card>
      <CardHeader title="Needs attention" />
      <dl className="border-t border-line">
        {troubles.map(([part, text]) => (
          <Line key={part} name={part}>
            {text}
          </Line>
        ))}
      </dl>
    </Card>
  );
}

/** Dependencies, queues and versions. */
export function StateCard({ state }: Shown) {
  return (
    <Card>
      <CardHeader title="State" note={state && `Started ${momentLabel(state.startedAt)}`} />
      {state === undefined ? (
        <SkeletonRows count={6} label="Loading the state" />
      ) : (
        <dl className="border-t border-line">
          {Object.entries(state.dependencies).map(([name, value]) => (
            <Line key={name} name={name}>
              <Badge tone={value === 'up' ? 'good' : 'warn'}>{value}</Badge>
            </Line>
          ))}
          {state.pictureStrangers > 0 && (
            <Line name="Other instances without these pictures">
              <Badge tone="warn">{wholeNumber(state.pictureStrangers)}: set a bucket</Badge>
            </Line>
          )}
          {state.queues.map(({ queue, length }) => (
            <Line key={queue} name={`Waiting: ${queue}`}>
              {wholeNumber(length)}
            </Line>
          ))}
          <Line name="Lag of the last stored events">
            {state.lagSeconds === null ? '—' : durationLabel(state.lagSeconds)}
          </Line>
          <Line name="Last backup">
            {state.lastBackupMs === null
              ? 'none known'
              : momentLabel(new Date(state.lastBackupMs).toISOString())}
          </Line>
          {Object.entries(state.versions).map(([name, value]) => (
            <Line key={name} name={`Version of ${name}`}>
              {value}
            </Line>
          ))}
        </dl>
      )}
    </Card>
  );
}

type LineProps = { readonly name: string; readonly children: React.ReactNode };

function Line({ name, children }: LineProps) {
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line px-4 py-2 last:border-0">
      <dt className="text-muted">{name}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

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

/** The list of jobs on phones. */
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

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Bytes in the largest fitting unit of a thousand; a dash when unknown. */
function bytesLabel(bytes: number | null): string {
  if (bytes === null) return '—';
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(bytes || 1) / 3)));
  return `${oneDecimal(bytes / 1000 ** power)} ${units[power] ?? 'B'}`;
}

/** Seconds in words that fit beside a number. */
function durationLabel(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 120) return `${oneDecimal(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
