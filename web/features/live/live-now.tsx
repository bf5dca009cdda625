import { useAtomValue } from 'jotai';
import { Activity } from 'lucide-react';
import { unitOf, wholeNumber } from '#web/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/answers/empty-state.tsx';
import { FloatingPanel } from '#web/ui/floating/floating-panel.tsx';
import { lazy } from '#web/app/state/lazy.tsx';
import { isLiveAtom, liveNowAtom } from './live-now.ts';

const LiveFeed = lazy(
  async () => (await import('./live-feed.tsx')).LiveFeed,
  () => true,
);

/**
 * The number of clicks in the last five minutes; only 'Live' while there are none. It opens a list
 * of the newest clicks and conversions.
 */
export function LiveNow() {
  const now = useAtomValue(liveNowAtom);
  const isLive = useAtomValue(isLiveAtom);
  if (now === null) return <Placeholder />;
  const isQuiet = now.clicksNow === 0 || !isLive;
  return (
    <FloatingPanel
      label="Live clicks and conversions"
      button={(opens) => (
        <button
          type="button"
          {...opens}
          className="flex h-9 items-center gap-2.5 rounded-md px-2 text-sm text-muted transition-colors hover:bg-raised hover:text-text touch"
        >
          <span
            aria-hidden
            className={classNames(
              'size-2 rounded-full',
              isQuiet ? 'bg-faint' : 'bg-good ring-4 ring-good-soft',
            )}
          />
          <span className="grid text-left *:col-start-1 *:row-start-1">
            <span className={isLive ? '' : 'invisible'}>
              {now.clicksNow === 0 ? (
                <>
                  Live<span className="sr-only">: 0 clicks in the last 5 minutes</span>
                </>
              ) : (
                <>
                  <b className="num font-semibold text-text">{wholeNumber(now.clicksNow)}</b>
                  {` ${unitOf(now.clicksNow, 'click')} in the last 5 minutes`}
                </>
              )}
            </span>
            {!isLive && <span>Not connected...</span>}
          </span>
        </button>
      )}
    >
      <div className="flex items-baseline gap-2 border-b border-line px-4 py-3">
        <h2 className="font-semibold">Live</h2>
        <p className="text-sm text-muted">Clicks and conversions of the last hour</p>
      </div>
      {now.latest.length === 0 ? (
        <EmptyState
          icon={<Activity />}
          title="Nothing in the last hour"
          text="New clicks and conversions appear here as they happen."
        />
      ) : (
        <LiveFeed events={now.latest} />
      )}
    </FloatingPanel>
  );
}

/** Reserves the counter's space until the server has sent it. */
function Placeholder() {
  return (
    <span aria-hidden className="invisible flex h-9 items-center px-2 text-sm touch">
      0 clicks in the last 5 minutes
    </span>
  );
}
