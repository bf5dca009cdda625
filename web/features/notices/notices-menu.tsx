import { useAtomValue, useSetAtom } from 'jotai';
import { Bell } from 'lucide-react';
import type { NoticeJson as Notice } from '#contract/notices';
import { wholeNumber } from '#web/format.ts';
import { noticesQuery, readNoticesAtom, unreadAtom } from './notices.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/answers/empty-state.tsx';
import { FloatingPanel } from '#web/ui/floating/floating-panel.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { lazy } from '#web/app/state/lazy.tsx';

const NoticeDays = lazy(
  async () => (await import('./notice-days.tsx')).NoticeDays,
  () => true,
);

const mostCounted = 99;

/** The notifications, behind a bell with the unread count. They are loaded when it is opened. */
export function NoticesMenu() {
  const unread = useAtomValue(unreadAtom);
  return (
    <FloatingPanel
      label="Notifications"
      button={(opens) => (
        <button
          type="button"
          {...opens}
          aria-label={unread === 0 ? 'Notifications' : `Notifications, ${shortCount(unread)} new`}
          title="Notifications"
          className="relative grid size-9 shrink-0 place-items-center touch-square rounded-md border border-line bg-surface text-muted transition-colors hover:bg-raised hover:text-text"
        >
          <Bell aria-hidden className="size-[18px]" />
          <UnreadCount unread={unread} />
        </button>
      )}
    >
      <PanelHeader unread={unread} />
      <Notices />
    </FloatingPanel>
  );
}

function Notices() {
  const { data, error, refetch } = useAtomValue(noticesQuery);
  if (data) return <NoticeList notices={data.data} />;
  if (!error) return <SkeletonRows count={3} label="Loading notifications" />;
  return (
    <EmptyState
      icon={<Bell />}
      title="Failed to load notifications"
      action={<Button onClick={() => void refetch()}>Try again</Button>}
    />
  );
}

/** On the corner of the bell; nothing while all is read. */
function UnreadCount({ unread }: { readonly unread: number }) {
  if (unread === 0) return null;
  return (
    <span
      aria-hidden
      className="absolute -top-1.5 -right-1.5 grid h-[18px] min-w-[18px] place-items-center rounded-full bg-accent px-1 text-[11px] font-bold text-on-accent tabular-nums"
    >
      {shortCount(unread)}
    </span>
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

type NoticeListProps = { readonly notices: readonly Notice[] };

function NoticeList({ notices }: NoticeListProps) {
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
  return <NoticeDays notices={notices} onRead={markRead} />;
}

/** The number on the bell, which its name for screen readers contains. */
function shortCount(unread: number): string {
  return unread > mostCounted ? `${mostCounted}+` : String(unread);
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
