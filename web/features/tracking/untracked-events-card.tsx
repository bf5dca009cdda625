import { useAtomValue, useSetAtom } from 'jotai';
import type { UntrackedAttemptJson } from '#contract/tracking';
import { AttemptList } from './attempt-list.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { withoutScheme } from '#web/format.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { startTrackingAtom, untrackedAttemptsQuery } from './tracking.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';

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

function LinkEvents({ attempts }: { readonly attempts: readonly UntrackedAttemptJson[] }) {
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
