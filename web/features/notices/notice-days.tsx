import {
  BadgeDollarSign,
  BellRing,
  CalendarX2,
  Hourglass,
  KeyRound,
  type LucideIcon,
  MousePointerClick,
  Split,
  TriangleAlert,
  Trophy,
  Unlink,
  Webhook,
} from 'lucide-react';
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import type { NoticeJson as Notice } from '#contract/notices';
import { splitLetters } from '#contract/split-tests/split-words';
import { counted, linkName, moneyIn, timeLabel, unbroken, wholeNumber } from '#web/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { closeFloating } from '#web/ui/floating/floating.tsx';
import { groupNotices, type NoticeGroup, type NoticeLine } from './group-notices.ts';
import { localDay, rangeSince } from '#web/features/address/ranges.ts';
import { paths } from '#web/paths.ts';

type NoticeDaysProps = {
  readonly notices: readonly Notice[];
  onRead(ids: readonly string[]): void;
};

/** Notices grouped by day, then by link. */
export function NoticeDays({ notices, onRead }: NoticeDaysProps) {
  return (
    <div className="overflow-y-auto overscroll-contain p-1.5">
      {groupNotices(notices).map(({ title, groups }) => (
        <section key={title} aria-label={title}>
          <h3 className="px-2.5 pt-2.5 pb-1 text-xs font-semibold text-faint">{title}</h3>
          <ul aria-label={`Notifications, ${title}`}>
            {groups.map((group) => (
              <Group key={group.key} group={group} onRead={onRead} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type GroupProps = Omit<NoticeDaysProps, 'notices'> & { readonly group: NoticeGroup };

function Group({ group: { link, lines }, onRead }: GroupProps) {
  return (
    <li className="py-0.5">
      {link && <p className="px-2.5 pt-1 font-semibold wrap-anywhere">{linkName(link)}</p>}
      {lines.map((line) => (
        <Line key={line.ids[0]} line={line} onRead={onRead} />
      ))}
    </li>
  );
}

const icons: Readonly<Record<Notice['kind'], LucideIcon>> = {
  trial_ending: Hourglass,
  first_click: MousePointerClick,
  click_milestone: Trophy,
  conversions: BadgeDollarSign,
  link_expired: CalendarX2,
  password_changed: KeyRound,
  broken_destinations: Unlink,
  split_test_winner: Split,
  split_test_withdrawn: Split,
  split_test_alarm: TriangleAlert,
  webhook_failing: Webhook,
  webhook_disabled: Webhook,
  webhook_behind: Webhook,
  alert_raised: BellRing,
  alert_ended: BellRing,
};

type LineProps = Omit<NoticeDaysProps, 'notices'> & { readonly line: NoticeLine };

/** A notice. Choosing it marks it as read and opens the related screen. */
function Line({ line, onRead }: LineProps) {
  const navigate = useNavigate();
  const Icon = icons[line.kind];
  const detail = noticeDetail(line);
  const choose = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (!line.isRead) onRead(line.ids);
    const path = noticePath(line);
    if (path === null) return;
    closeFloating(currentTarget);
    void navigate(path);
  };

  return (
    <button
      type="button"
      onClick={choose}
      className="flex w-full items-start gap-3 rounded-md px-2.5 py-2 text-left hover:bg-raised touch"
    >
      <Icon aria-hidden className="mt-0.5 size-[18px] shrink-0 text-muted" />
      <span className="grid min-w-0 grow">
        <span className={classNames('font-medium', line.isRead && 'text-muted')}>
          {!line.isRead && <span className="sr-only">Unread: </span>}
          {noticeTitle(line)}
          {line.link && <span className="sr-only"> of {linkName(line.link)}</span>}
        </span>
        {detail && <span className="num text-sm wrap-anywhere text-muted">{detail}</span>}
      </span>
      <time dateTime={line.happenedAt} className="num mt-0.5 shrink-0 text-xs text-faint">
        {timeLabel(line.happenedAt)}
      </time>
      {!line.isRead && (
        <span aria-hidden className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />
      )}
    </button>
  );
}

/** The text of a notice. */
function noticeTitle({ kind, count }: NoticeLine): string {
  const number = count ?? 0;
  switch (kind) {
    case 'trial_ending':
      return `Your trial ends in ${counted(number, 'day')}`;
    case 'first_click':
      return 'First click';
    case 'click_milestone':
      return `${wholeNumber(number)} clicks`;
    case 'conversions':
      return number === 1 ? 'New conversion' : `${wholeNumber(number)} new conversions`;
    case 'link_expired':
      return 'Link expired';
    case 'password_changed':
      return 'Your password was changed';
    case 'broken_destinations':
      return number === 1
        ? 'A destination is broken'
        : `${wholeNumber(number)} links lead to broken destinations`;
    case 'split_test_winner':
      return `Split test: ${destination(number)} wins`;
    case 'split_test_withdrawn':
      return 'A split test has no winner any more';
    case 'split_test_alarm':
      return number === 0
        ? 'A split test needs your attention'
        : `Split test: ${destination(number)} reports no conversions`;
    case 'webhook_failing':
      return 'A webhook fails';
    case 'webhook_disabled':
      return 'A webhook was switched off';
    case 'webhook_behind':
      return 'A webhook is behind';
    case 'alert_raised':
      return 'Alert';
    case 'alert_ended':
      return 'An alert is over';
  }
}

/** The letter of a destination, from 1. */
function destination(place: number): string {
  return splitLetters[place - 1] ?? '';
}

/** The second line of a notice: amounts, or the next step. Empty for none. */
function noticeDetail({ kind, count, amounts, text }: NoticeLine): string {
  if (text !== null) return text;
  if (kind === 'trial_ending') return 'Your links keep redirecting even if you do not subscribe.';
  if (kind === 'password_changed') return 'All other sessions were signed out.';
  if (kind === 'broken_destinations') {
    return `${count === 1 ? 'It' : 'They'} failed three checks in a row.`;
  }
  if (kind === 'webhook_failing') return 'Every attempt of the last day failed.';
  if (kind === 'webhook_behind') return 'New clicks are not sent to it.';
  const worth = amounts.map(({ currency, value }) => moneyIn(value, currency));
  return unbroken(worth.join(' · '));
}

/** The related screen, or null. Conversions are shown in a range that contains the notice's day. */
export function noticePath(
  { kind, link, happenedAt }: NoticeLine,
  now = new Date(),
): string | null {
  switch (kind) {
    case 'trial_ending':
      return paths.subscribe;
    case 'first_click':
    case 'click_milestone':
      return link && paths.analyticsOf(link.id);
    case 'conversions':
      return paths.conversionsIn(rangeSince(localDay(new Date(happenedAt)), now), link?.id);
    case 'link_expired':
      return link ? paths.linkOf(link.id) : paths.links;
    case 'password_changed':
      return paths.security;
    case 'broken_destinations':
      return link ? paths.linkOf(link.id) : paths.brokenLinks;
    case 'split_test_winner':
    case 'split_test_withdrawn':
    case 'split_test_alarm':
      return link && paths.linkOf(link.id);
    case 'webhook_failing':
    case 'webhook_disabled':
    case 'webhook_behind':
      return paths.webhooks;
    case 'alert_raised':
    case 'alert_ended':
      return link ? paths.analyticsOf(link.id) : paths.alerts;
  }
}
