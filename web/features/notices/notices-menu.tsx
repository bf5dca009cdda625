import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { Bell } from 'lucide-react';
import type { Notice } from '#web/api.ts';
import { wholeNumber } from '#web/format.ts';
import { noticesQuery, readNoticesAtom } from './notices.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { NoticeDays } from './notice-days.tsx';

const mostCounted = 99;

/** What is new, behind a bell. */
export function NoticesMenu() {
  const { data, error, refetch } = useAtomValue(noticesQuery);
  const unread = data?.unread ?? 0;
  return (
    <Popover className="relative">
      <PopoverButton
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${countLabel(unread)}`}
        title="Notifications"
        className="relative grid size-9 shrink-0 place-items-center max-md:size-11 rounded-md border border-line bg-surface text-muted transition-colors hover:bg-raised hover:text-text"
      >
        <Bell aria-hidden className="size-[18px]" />
        {unread > 0 && (
          <span
            aria-hidden
            className="absolute -top-1.5 -right-1.5 grid h-[18px] min-w-[18px] place-items-center rounded-full bg-accent px-1 text-[11px] font-bold text-on-accent tabular-nums"
          >
            {unread > mostCounted ? `${mostCounted}+` : unread}
          </span>
        )}
      </PopoverButton>
      <PopoverPanel
        focus
        aria-label="Notifications"
        role="dialog"
        className="z-40 grid max-h-[min(32rem,calc(100dvh-6rem))] grid-rows-[auto_minmax(0,1fr)] rounded-lg border border-line bg-surface shadow-float focus:outline-none max-md:fixed max-md:inset-x-3 max-md:top-16 md:absolute md:top-full md:right-0 md:mt-1.5 md:w-96"
      >
        {({ close }) => (
          <>
            <PanelHeader unread={unread} />
            {data ? (
              <NoticeList notices={data.notices} onLeave={close} />
            ) : error ? (
              <EmptyState
                icon={<Bell />}
                title="Failed to load notifications"
                action={<Button onClick={() => void refetch()}>Try again</Button>}
              />
            ) : (
              <SkeletonRows count={3} label="Loading notifications" />
            )}
          </>
        )}
      </PopoverPanel>
    </Popover>
  );
}

function PanelHeader({ unread }: { readonly unread: number }) {
  const markRead = useMarkRead();
  return (
    <div className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4 py-2">
      <div className="flex items-baseline gap-2">
        <h2 className="font-semibold">Notifications</h2>
        {unread > 0 && <span className="text-sm text-muted">{countLabel(unread)}</span>}
      </div>
      {unread > 0 && (
        <Button size="sm" look="quiet" onClick={() => markRead()}>
          Mark all as read
        </Button>
      )}
    </div>
  );
}

type NoticeListProps = { readonly notices: readonly Notice[]; onLeave(): void };

function NoticeList({ notices, onLeave }: NoticeListProps) {
  const markRead = useMarkRead();
  if (notices.length === 0) {
    return (
      <EmptyState
        icon={<Bell />}
        title="No notifications yet"
        text="First clicks, milestones, conversions and account messages appear here."
      />
    );
  }
  return <NoticeDays notices={notices} onRead={markRead} onLeave={onLeave} />;
}

/** `3 new`. */
function countLabel(unread: number): string {
  return `${wholeNumber(unread)} new`;
}

function useMarkRead() {
  const readNotices = useSetAtom(readNoticesAtom);
  const [markRead] = useAction(
    (ids?: readonly string[]) => readNotices(ids && [...ids]),
    'Failed to mark notifications as read',
  );
  return markRead;
}
