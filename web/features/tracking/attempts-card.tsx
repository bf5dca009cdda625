import { useAtomValue } from 'jotai';
import { Activity, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import type { Link } from '#web/api.ts';
import { attemptsQuery } from './tracking.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { newUuid } from '#web/uuid.ts';
import { AttemptList } from './attempt-list.tsx';

/** The events received for a link in the last seven days, and a button that sends a test event. */
export function AttemptsCard({ link }: { readonly link: Link }) {
  const { data, error } = useAtomValue(attemptsQuery(link.id));
  const [sent, setSent] = useState<string | null>(null);
  const hasArrived = sent !== null && (data ?? []).some(({ orderId }) => orderId === sent);

  const test = () => {
    const orderId = `test-${newUuid().slice(0, 8)}`;
    const pixel = new Image();
    pixel.src = `/api/track/${link.shortCode}?event=sale&test=1&order_id=${orderId}`;
    setSent(orderId);
  };

  return (
    <Card>
      <CardHeader title="Received events" note="What arrived for this link in the last 7 days">
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className="text-sm empty:-mr-3">
            <TestState isSent={sent !== null} hasArrived={hasArrived} />
          </p>
          <Button onClick={test}>Send a test</Button>
        </div>
      </CardHeader>
      {data ? (
        <AttemptList label="Received events" attempts={data} marked={sent} />
      ) : error ? (
        <div role="alert">
          <EmptyState icon={<Activity />} title="Failed to load events" text={error.message} />
        </div>
      ) : (
        <SkeletonRows count={4} label="Loading events" />
      )}
    </Card>
  );
}

function TestState(props: { readonly isSent: boolean; readonly hasArrived: boolean }) {
  if (!props.isSent) return null;
  if (props.hasArrived) return <span className="text-good">The test has arrived</span>;
  return (
    <span className="inline-flex items-center gap-1.5 text-muted">
      <LoaderCircle aria-hidden className="size-3.5 animate-spin" />
      Waiting for the test...
    </span>
  );
}
