import { useAtomValue, useSetAtom } from 'jotai';
import { ArrowLeft, ExternalLink, Pencil, QrCode } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link as RouterLink, useNavigate, useParams } from 'react-router';
import type { Link } from '#web/api.ts';
import { dateLabel, linkName, withoutScheme } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { screens } from '#web/screens.ts';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { LabelChips } from '#web/features/labels/label-chips.tsx';
import { PageHeader } from '#web/features/page/page-header.tsx';
import { usePageTitle } from '#web/features/page/use-page-title.ts';
import { ShownQr, qrLinkAtom } from '#web/features/qr/shown-qr.tsx';
import { ExportButton } from '#web/features/analytics/export/export-button.tsx';
import { FilterBar } from '#web/features/analytics/filters/filter-bar.tsx';
import { CurrencyChoice } from '#web/features/analytics/measures/currency-choice.tsx';
import {
  ComparisonSelect,
  RangePicker,
  UnitSelect,
} from '#web/features/analytics/range/range-picker.tsx';
import { ShareButton } from '#web/features/analytics/share/share-button.tsx';
import { ReportLink } from '#web/features/analytics/report/question.ts';
import { WithoutConversions } from '#web/features/analytics/report/read-only.ts';
import { NoLink } from '#web/features/links/back-to-links.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { useDeleteLink } from '#web/features/links/use-delete-link.ts';
import { EditLinkDialog, RecordConversionDialog } from '#web/features/links/lazy-dialogs.ts';
import { rememberOpenedAtom } from '#web/features/links/opened-links.ts';
import { isMissing, linkQuery } from '#web/features/links/links.ts';
import { LinkPageActions } from '#web/features/links/list/link-actions.tsx';
import { LinkBadges } from '#web/features/links/list/link-badges.tsx';
import { isUncounted } from '#web/features/links/list/link-numbers.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useIsPhone } from '#web/ui/browser/use-is-phone.ts';
import { CopyIcon } from '#web/ui/texts/copy-button.tsx';
import { MiddleCut } from '#web/ui/texts/middle-cut.tsx';
import { QueryView } from '#web/ui/answers/query.tsx';
import { Skeleton } from '#web/ui/answers/skeleton.tsx';
import { LinkTabs, type LinkPart } from './link-tabs.tsx';

type FrameProps = {
  readonly part: LinkPart;
  /** The part's content for the link of this id; the link is undefined while it is loading. */
  children(id: string, link: Link | undefined): ReactNode;
};

/** One part of the page of the address's link. It keeps no state of a link that was shown before. */
export function LinkFrame({ part, children }: FrameProps) {
  const { id = '' } = useParams();
  return (
    <Framed key={id} id={id} part={part}>
      {children}
    </Framed>
  );
}

/** The link, and the dialog that edits it. The open dialog stays when the link is deleted. */
function Framed({ id, ...frame }: FrameProps & { readonly id: string }) {
  const [edited, setEdited] = useState<Link | null>(null);
  const { error } = useAtomValue(linkQuery(id));
  const navigate = useNavigate();
  const keepQuery = useKeepQuery();
  return (
    <>
      {isMissing(error) ? <NoLink /> : <AboutLink id={id} {...frame} onEdit={setEdited} />}
      <EditLinkDialog
        link={edited}
        onClose={() => setEdited(null)}
        onDuplicate={() => void navigate(keepQuery(paths.links), { replace: true })}
      />
    </>
  );
}

type AboutLinkProps = FrameProps & { readonly id: string; onEdit(link: Link): void };

function AboutLink({ id, part, onEdit, children }: AboutLinkProps) {
  const query = useAtomValue(linkQuery(id));
  const { data: link, error } = query;
  // On phones; a link that could not be loaded has no heading.
  const isBesideName = useIsPhone() && error === null;
  const name = link ? linkName(link) : screens.link.title;
  const loadedId = link?.id;
  const rememberOpened = useSetAtom(rememberOpenedAtom);
  useEffect(() => {
    if (loadedId !== undefined) rememberOpened(loadedId);
  }, [loadedId, rememberOpened]);
  usePageTitle(part === 'link' ? name : `${screens[part].title} · ${name}`);
  return (
    <ReportLink value={id}>
      {!isBesideName && <BackToList className="-mb-3 max-md:-mt-3" />}
      <QueryView query={query} things="the link">
        <div className="grid grid-cols-1 gap-1">
          <PageHeader
            heading={name}
            before={isBesideName && <BackToList isIcon className="-ml-3" />}
          >
            {link && <Actions link={link} onEdit={onEdit} />}
          </PageHeader>
          {link ? <Addresses link={link} /> : <Skeleton className="my-1 h-10 w-72" />}
        </div>
        <LinkTabs id={id} part={part} link={link} />
        <WithoutConversions value={link !== undefined && isUncounted(link)}>
          {children(id, link)}
        </WithoutConversions>
      </QueryView>
      <ShownQr />
    </ReportLink>
  );
}

type BackProps = { readonly isIcon?: boolean; readonly className: string };

function BackToList({ isIcon = false, className }: BackProps) {
  const keepQuery = useKeepQuery();
  return (
    <RouterLink
      to={keepQuery(paths.links)}
      className={classNames(
        'inline-flex shrink-0 items-center gap-1.5 justify-self-start rounded-sm text-sm font-medium text-muted hover:text-text',
        isIcon ? 'justify-center touch-square' : 'touch',
        className,
      )}
    >
      <ArrowLeft aria-hidden className={isIcon ? 'size-5' : 'size-4'} />
      <span className={isIcon ? 'sr-only' : ''}>My Links</span>
    </RouterLink>
  );
}

type ActionsProps = { readonly link: Link; onEdit(link: Link): void };

/** The link's actions, and their dialogs. */
function Actions({ link, onEdit }: ActionsProps) {
  const [isRecording, setRecording] = useState(false);
  const deleteLink = useDeleteLink();
  const showQr = useSetAtom(qrLinkAtom);
  const navigate = useNavigate();
  const keepQuery = useKeepQuery();
  const toList = (replace: boolean) => void navigate(keepQuery(paths.links), { replace });
  const [remove] = useAction(async () => {
    await deleteLink(link.id);
    toList(true);
  }, 'Failed to delete link');
  return (
    <>
      <Button onClick={() => showQr(link)} className="max-md:hidden">
        <QrCode aria-hidden className="size-4 text-muted" />
        QR code
      </Button>
      <Button onClick={() => onEdit(link)}>
        <Pencil aria-hidden className="size-4 text-muted" />
        Edit
      </Button>
      <LinkPageActions
        link={link}
        onAddConversion={() => setRecording(true)}
        onEdit={onEdit}
        onDelete={() => remove()}
        onDuplicate={() => toList(false)}
      />
      <RecordConversionDialog
        link={isRecording ? link : null}
        onClose={() => setRecording(false)}
      />
    </>
  );
}

function Addresses({ link }: { readonly link: Link }) {
  const copyText = useSetAtom(copyTextAtom);
  const short = withoutScheme(link.shortUrl);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-0.5">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
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
        <span className="text-sm text-faint max-md:hidden">
          Created {dateLabel(link.createdAt)}
        </span>
        <span className="grid min-w-0 empty:hidden">
          <LabelChips folder={link.folder} tags={link.tags} />
        </span>
      </span>
      <a
        href={link.originalUrl}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="flex max-w-full min-w-0 items-center gap-1.5 justify-self-start rounded-sm text-muted hover:text-text touch"
      >
        <span className="min-w-0">
          <MiddleCut text={withoutScheme(link.originalUrl)} />
        </span>
        <ExternalLink aria-hidden className="size-3.5 shrink-0" />
        <span className="sr-only">(opens in a new tab)</span>
      </a>
    </div>
  );
}

/** The range, the comparison and the filters of the numbers below. */
export function NumbersBar({ title }: { readonly title: string }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-md:grid max-md:grid-cols-1">
        <h2 className="text-xl font-semibold tracking-tight">{title}</h2>
        <div className="flex items-center gap-2 strip md:flex-wrap">
          <RangePicker />
          <ComparisonSelect />
        </div>
      </div>
      <FilterBar
        fixed="link"
        actions={
          <>
            <ExportButton />
            <ShareButton />
          </>
        }
      >
        <span className="flex items-center gap-2 md:ml-auto">
          <UnitSelect />
          <CurrencyChoice />
        </span>
      </FilterBar>
    </div>
  );
}
