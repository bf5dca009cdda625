import { useAtomValue, useSetAtom } from 'jotai';
import { Activity, LoaderCircle } from 'lucide-react';
import type { AttemptJson } from '#contract/conversions/tracking';
import type { Link } from '#web/api.ts';
import { attemptsQuery, startTrackingAtom, untrackedAttemptsQuery } from './tracking.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { QueryView } from '#web/ui/answers/query.tsx';
import { AttemptList } from './attempt-list.tsx';
import { useEffect, useState } from 'react';
import { useAction } from '#web/forms/use-action.ts';
import { withoutScheme } from '#web/format.ts';
import { showToastAtom } from '#web/app/state/toast.ts';

/** The events received for a link in the last seven days, and a button that sends a test event. */
export function AttemptsCard({ link }: { readonly link: Link }) {
  const query = useAtomValue(attemptsQuery(link.id));
  const { orderId, progress, send } = useTestEvent(link, query.data ?? []);
  const hasFailed = progress === 'not sent' || progress === 'not arrived';

  return (
    <Card className="min-h-77 sm:min-h-59">
      <CardHeader title="Received events" note="What arrived for this link in the last 7 days">
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className="text-sm empty:-mr-3">
            <Progress progress={progress} />
          </p>
          <Button onClick={send}>{hasFailed ? 'Try again' : 'Send a test'}</Button>
        </div>
      </CardHeader>
      <QueryView query={query} icon={<Activity />} things="events" rows={4}>
        {(attempts) => (
          <AttemptList label="Received events" attempts={attempts} highlighted={orderId} />
        )}
      </QueryView>
    </Card>
  );
}

function Progress({ progress }: { readonly progress: TestProgress }) {
  switch (progress) {
    case 'none':
      return null;
    case 'arrived':
      return <span className="text-good">The test has arrived</span>;
    case 'not sent':
      return <span className="text-bad">The test could not be sent.</span>;
    case 'not arrived':
      return <span className="text-bad">The test has not arrived.</span>;
    case 'waiting':
      return (
        <span className="inline-flex items-center gap-1.5 text-muted">
          <LoaderCircle aria-hidden className="size-3.5 animate-spin" />
          Waiting for the test...
        </span>
      );
  }
}

/** A test that is not in the list after this time was lost, or the list cannot be loaded. */
const longestWaitMs = 20_000;

type TestProgress = 'none' | 'waiting' | 'arrived' | 'not sent' | 'not arrived';

/**
 * Sends test events of a link. Returns how the last one proceeds, and its order id. `attempts` are
 * the received events.
 */
function useTestEvent(link: Link, attempts: readonly AttemptJson[]) {
  const [orderId, setOrderId] = useState<string | null>(null);
  const [failure, setFailure] = useState<'not sent' | 'not arrived' | null>(null);
  const hasArrived = orderId !== null && attempts.some((attempt) => attempt.orderId === orderId);
  const isWaiting = orderId !== null && !hasArrived && failure === null;

  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setFailure('not arrived'), longestWaitMs);
    return () => clearTimeout(timer);
  }, [isWaiting, orderId]);

  const send = () => {
    const fresh = `test-${newUuid().slice(0, 8)}`;
    const pixel = new Image();
    pixel.addEventListener('error', () => setFailure('not sent'));
    pixel.src = `/api/track/${link.shortCode}?event=sale&test=1&order_id=${fresh}`;
    setFailure(null);
    setOrderId(fresh);
  };

  const progress: TestProgress = hasArrived
    ? 'arrived'
    : isWaiting
      ? 'waiting'
      : (failure ?? 'none');
  return { orderId, progress, send };
}

/** A version 4 UUID. `crypto.randomUUID` is missing on plain http. */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return [...bytes]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Events received for links without conversion tracking. Renders nothing when there are none. */
export function UntrackedEventsCard() {
  const { data } = useAtomValue(untrackedAttemptsQuery);
  if (!data || data.length === 0) return null;
  const groups = Map.groupBy(data, ({ link }) => link.id);
  return (
    <Card>
      <CardHeader
        title="Events for links without conversion tracking"
        note="These events are not recorded. Turn on conversion tracking to record new ones."
      />
      {[...groups].map(([linkId, attempts]) => (
        <LinkEvents key={linkId} attempts={attempts} />
      ))}
    </Card>
  );
}

function LinkEvents({ attempts }: { readonly attempts: readonly AttemptJson[] }) {
  const showToast = useSetAtom(showToastAtom);
  const startTracking = useSetAtom(startTrackingAtom);
  const [turnOn, isBusy] = useAction(async (id: string, shown: string) => {
    await startTracking(id);
    showToast('Conversion tracking is on', shown);
  }, 'Failed to update link');
  const [first] = attempts;
  if (!first) return null;
  const name = withoutScheme(first.link.shortUrl);

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2.5">
        <h3 className="min-w-0 font-semibold wrap-anywhere">{name}</h3>
        <Button size="sm" isBusy={isBusy} onClick={() => turnOn(first.link.id, name)}>
          Turn on tracking<span className="sr-only"> for {name}</span>
        </Button>
      </div>
      <AttemptList label={`Events for ${name}`} attempts={attempts} highlighted={null} />
    </>
  );
}
