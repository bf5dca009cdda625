import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react';
import { useAtomValue } from 'jotai';
import {
  BadgeDollarSign,
  Bell,
  CalendarX2,
  Hourglass,
  KeyRound,
  type LucideIcon,
  MousePointerClick,
  Trophy,
} from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Notice } from '#web/api.ts';
import { momentLabel, wholeNumber } from '#web/format.ts';
import { noticesQuery, readNotices } from '#web/state/notices.ts';
import { tellFailure } from '#web/state/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { messageOf } from './form-failure.ts';
import { noticeDetail, noticePath, noticeTitle } from './notice-words.ts';

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
        className="relative grid size-9 place-items-center rounded-md border border-line bg-surface text-muted transition-colors hover:bg-raised hover:text-text"
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
  return (
    <div className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4 py-2">
      <div className="flex items-baseline gap-2">
        <h2 className="font-semibold">Notifications</h2>
        {unread > 0 && <span className="text-sm text-muted">{countLabel(unread)}</span>}
      </div>
      {unread > 0 && (
        <Button size="sm" look="quiet" onClick={() => void markRead()}>
          Mark all as read
        </Button>
      )}
    </div>
  );
}

type NoticeListProps = { readonly notices: readonly Notice[]; onLeave(): void };

function NoticeList({ notices, onLeave }: NoticeListProps) {
  if (notices.length === 0) {
    return (
      <EmptyState
        icon={<Bell />}
        title="No notifications yet"
        text="You will hear here of first clicks, milestones, conversions and whatever your account needs."
      />
    );
  }
  return (
    <ul aria-label="Notifications" className="overflow-y-auto overscroll-contain p-1.5">
      {notices.map((notice) => (
        <NoticeRow key={notice.id} notice={notice} onLeave={onLeave} />
      ))}
    </ul>
  );
}

const icons: Readonly<Record<Notice['kind'], LucideIcon>> = {
  trial_ending: Hourglass,
  first_click: MousePointerClick,
  click_milestone: Trophy,
  conversions: BadgeDollarSign,
  link_expired: CalendarX2,
  password_changed: KeyRound,
};

/** A notice is read by choosing it, which leads to the screen that shows more. */
function NoticeRow({ notice, onLeave }: { readonly notice: Notice; onLeave(): void }) {
  const navigate = useNavigate();
  const Icon = icons[notice.kind];
  const choose = () => {
    if (!notice.isRead) void markRead([notice.id]);
    const path = noticePath(notice);
    if (path === null) return;
    onLeave();
    void navigate(path);
  };

  return (
    <li>
      <button
        type="button"
        onClick={choose}
        className="flex w-full items-start gap-3 rounded-md px-2.5 py-2.5 text-left hover:bg-raised"
      >
        <Icon aria-hidden className="mt-0.5 size-[18px] shrink-0 text-muted" />
        <span className="grid min-w-0 grow gap-0.5">
          <span className={classNames('font-semibold', notice.isRead && 'text-muted')}>
            {!notice.isRead && <span className="sr-only">Unread: </span>}
            {noticeTitle(notice)}
          </span>
          <span className="text-sm wrap-anywhere text-muted">{noticeDetail(notice)}</span>
          <time dateTime={notice.happenedAt} className="text-xs text-faint">
            {momentLabel(notice.happenedAt)}
          </time>
        </span>
        {!notice.isRead && (
          <span aria-hidden className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />
        )}
      </button>
    </li>
  );
}

/** `3 new`. */
function countLabel(unread: number): string {
  return `${wholeNumber(unread)} new`;
}

async function markRead(ids?: string[]): Promise<void> {
  try {
    await readNotices(ids);
  } catch (error) {
    tellFailure(messageOf(error, 'Failed to mark notifications as read'));
  }
}
