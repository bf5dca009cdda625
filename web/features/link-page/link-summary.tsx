import { useSetAtom } from 'jotai';
import { ExternalLink, Pencil, Unlink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Link } from '#web/api.ts';
import {
  counted,
  dateLabel,
  momentLabel,
  moneyIn,
  wholeNumber,
  withoutScheme,
} from '#web/format.ts';
import { DeleteLinkDialog, RecordConversionDialog } from '#web/features/links/lazy-dialogs.ts';
import { LabelChips } from '#web/features/labels/label-chips.tsx';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { LinkActions } from '#web/features/links/list/link-actions.tsx';
import { LinkBadges } from '#web/features/links/list/link-badges.tsx';
import { linkStates } from '#web/features/links/list/link-states.ts';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { ShownQr } from '#web/features/qr/shown-qr.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CopyIcon } from '#web/ui/copy-button.tsx';
import { MiddleCut } from '#web/ui/middle-cut.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

type LinkSummaryProps = { readonly link: Link | undefined; onEdit(link: Link): void };

/** The link's destination, its settings and its actions. */
export function LinkSummary({ link, onEdit }: LinkSummaryProps) {
  const [open, setOpen] = useState<'delete' | 'convert' | null>(null);
  const shown = (dialog: typeof open) => (open === dialog && link ? link : null);
  const close = () => setOpen(null);
  const navigate = useNavigate();
  const keepQuery = useKeepQuery();
  const toList = (replace: boolean) => void navigate(keepQuery(paths.links), { replace });
  return (
    <Card>
      {link ? (
        <>
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-4 py-3.5">
            <Addresses link={link} />
            <span className="flex items-center gap-2">
              <Button onClick={() => onEdit(link)}>
                <Pencil aria-hidden className="size-4 text-muted" />
                Edit
              </Button>
              <LinkActions
                link={link}
                onAddConversion={() => setOpen('convert')}
                onEdit={onEdit}
                onDelete={() => setOpen('delete')}
                onDuplicate={() => toList(false)}
              />
            </span>
          </div>
          <BrokenDestinations link={link} />
          <Settings link={link} />
        </>
      ) : (
        <SkeletonRows count={3} label="Loading the link" />
      )}
      <ShownQr />
      <DeleteLinkDialog link={shown('delete')} onClose={close} onDeleted={() => toList(true)} />
      <RecordConversionDialog link={shown('convert')} onClose={close} />
    </Card>
  );
}

function Addresses({ link }: { readonly link: Link }) {
  const copyText = useSetAtom(copyTextAtom);
  const short = withoutScheme(link.shortUrl);
  return (
    <div className="grid min-w-0 grow basis-80 grid-cols-1 gap-0.5">
      <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
        <a
          href={link.shortUrl}
          target="_blank"
          rel="noopener noreferrer"
          className="flex min-w-0 items-center rounded-sm text-lg font-semibold text-accent-text hover:underline touch"
        >
          <MiddleCut text={short} />
        </a>
        <CopyIcon
          label={`Copy ${short}`}
          className="size-8 touch-square"
          onCopy={() => copyText(link.shortUrl)}
        />
        <LinkBadges link={link} />
      </span>
      <a
        href={link.originalUrl}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="flex min-w-0 items-center gap-1.5 rounded-sm text-muted hover:text-text touch"
      >
        <span className="min-w-0">
          <MiddleCut text={withoutScheme(link.originalUrl)} />
        </span>
        <ExternalLink aria-hidden className="size-3.5 shrink-0" />
        <span className="sr-only">(opens in a new tab)</span>
      </a>
      {link.description && (
        <p dir="auto" className="mt-1 text-muted">
          {link.description}
        </p>
      )}
      <span className="mt-1 grid empty:hidden">
        <LabelChips folder={link.folder} tags={link.tags} />
      </span>
      {link.notes && (
        <p dir="auto" className="mt-1 whitespace-pre-line text-muted">
          {link.notes}
        </p>
      )}
    </div>
  );
}

function Settings({ link }: { readonly link: Link }) {
  const { createdAt, trackClicks, trackConversions } = link;
  const destinations = link.splitTestUrls?.length ?? 0;
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 border-t border-line px-4 py-3 text-sm sm:grid-cols-3 lg:grid-cols-6">
      <Setting name="Created">{dateLabel(createdAt)}</Setting>
      <Setting name="Status">{linkStates(link, Date.now()).join(', ') || 'Active'}</Setting>
      <Setting name="Expires">{expiryOf(link)}</Setting>
      <Setting name="Counts clicks">{trackClicks ? 'Yes' : 'No'}</Setting>
      <Setting name="Tracks conversions">{trackConversions ? 'Yes' : 'No'}</Setting>
      <Setting name={link.splitTestEnabled ? 'Split test' : 'Profit per sale'}>
        {link.splitTestEnabled ? `${destinations} destinations` : profitOf(link)}
      </Setting>
      {link.importedClicks !== null && link.importedClicks > 0 && (
        <Setting name="Clicks before the import">{wholeNumber(link.importedClicks)}</Setting>
      )}
    </dl>
  );
}

type SettingProps = { readonly name: string; readonly children: ReactNode };

function Setting({ name, children }: SettingProps) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-xs text-faint">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

/** `Jan 5, 2027, 9:30 AM or after 500 clicks`: whichever comes first. */
function expiryOf({ expiresAt, expiresAfterClicks }: Link): string {
  const ends = [
    ...(expiresAt === null ? [] : [momentLabel(expiresAt)]),
    ...(expiresAfterClicks === null ? [] : [`after ${counted(expiresAfterClicks, 'click')}`]),
  ];
  return ends.join(' or ') || 'Never';
}

function profitOf({ autoTrackProfit, profitPerSale, profitPerSaleCurrency }: Link): string {
  if (!autoTrackProfit || profitPerSale === null) return 'As reported';
  return moneyIn(profitPerSale, profitPerSaleCurrency);
}

type Broken = Link['brokenDestinations'][number];

/** The link's destinations that failed several weekly checks, with the failure and its time. */
function BrokenDestinations({ link }: { readonly link: Link }) {
  if (link.brokenDestinations.length === 0) return null;
  return (
    <section aria-label="Broken destinations" className="grid gap-2 border-t border-line px-4 py-3">
      <h2 className="flex items-center gap-2 text-sm font-semibold">
        <Unlink aria-hidden className="size-4 text-bad" />
        {link.brokenDestinations.length === 1
          ? 'A destination does not work'
          : `${link.brokenDestinations.length} destinations do not work`}
      </h2>
      <ul className="grid gap-2 text-sm">
        {link.brokenDestinations.map((broken) => (
          <li key={broken.url} className="grid min-w-0 grid-cols-1">
            <span className="min-w-0">
              <MiddleCut text={withoutScheme(broken.url)} />
            </span>
            <span className="text-muted">
              {`${seenInWords(broken)} since ${dateLabel(broken.since)}. Last checked: ${momentLabel(broken.checkedAt)}.`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The result of the last check, in words. */
function seenInWords({ reason, status }: Broken): string {
  switch (reason) {
    case 'status':
      return status === 404 ? 'Page not found (404)' : `Error ${status}`;
    case 'no_host':
      return 'The host does not exist';
    case 'no_connection':
      return 'The host refuses connections';
    case 'timeout':
      return 'No answer within 10 seconds';
    case 'certificate':
      return 'The certificate is not valid';
  }
}
