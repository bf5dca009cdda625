import type { ShownInstanceJson } from '#contract/operators';
import { momentLabel, wholeNumber } from '#web/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { StatCard } from '#web/ui/stat-card.tsx';
import { bytesLabel, durationLabel } from './units.ts';

type Shown = { readonly state: ShownInstanceJson | undefined };

/** The numbers that say whether everything is all right. */
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

/** What the operator should look at; nothing while all is well. */
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
