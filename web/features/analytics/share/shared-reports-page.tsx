import { useAtomValue, useSetAtom } from 'jotai';
import { Share2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { filterNames } from '#contract/analytics/report-filters';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import { questionOf } from '#web/features/analytics/report/question.ts';
import { PageHeader } from '#web/features/page/page-header.tsx';
import { Removable } from '#web/forms/removal-question.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { counted, dateLabel, relativeDate, withoutScheme } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClasses } from '#web/ui/button.tsx';
import { CopyIcon } from '#web/ui/texts/copy-button.tsx';
import { EmptyState } from '#web/ui/answers/empty-state.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';
import { QueryView } from '#web/ui/answers/query.tsx';
import { FilterWords, PreviewLink, rangeWords } from './share-words.tsx';
import {
  changeSharedAtom,
  removeSharedAtom,
  type SharedReport,
  sharedReportsQuery,
} from './shared-reports.ts';

const ShareDialog = lazyDialog(
  async () => (await import('./share-dialog.tsx')).ShareDialog,
  ({ isOpen }) => isOpen,
);

/** Everything that the account shows to people outside, with one switch each. */
export function Component() {
  const query = useAtomValue(sharedReportsQuery);
  const [edited, setEdited] = useState<SharedReport | null>(null);
  const list = useRef<HTMLUListElement>(null);
  return (
    <>
      <PageHeader text="What everybody with its address can see." />
      <QueryView
        query={query}
        title="Pages"
        note="Your own views are not counted."
        things="shared reports"
        rows={4}
      >
        {(reports) =>
          reports.length === 0 ? (
            <Nothing />
          ) : (
            <ul
              ref={list}
              tabIndex={-1}
              aria-label="Shared reports"
              className="border-t border-line focus:outline-none"
            >
              {reports.map((report) => (
                <Row
                  key={report.id}
                  report={report}
                  onEdit={() => setEdited(report)}
                  onRemoved={() => list.current?.focus()}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
      <ShareDialog report={edited} isOpen={edited !== null} onClose={() => setEdited(null)} />
    </>
  );
}

function Nothing() {
  return (
    <EmptyState
      icon={<Share2 />}
      title="Nothing is shared"
      text="Open Analytics or a link, choose range and filters, and press Share."
      action={
        <Link to={paths.analytics} className={buttonClasses('primary')}>
          Go to Analytics
        </Link>
      }
    />
  );
}

type RowProps = { readonly report: SharedReport; onEdit(): void; onRemoved(): void };

function Row({ report, onEdit, onRemoved }: RowProps) {
  const remove = useSetAtom(removeSharedAtom);
  const { name, url } = report;
  return (
    <li className="border-b border-line px-4 py-3 last:border-0">
      <Removable
        verb="Delete"
        name={name}
        failure="Failed to delete the shared report"
        onRemove={() => remove(report.id)}
        onRemoved={onRemoved}
      >
        {(button) => (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <div className="grid min-w-0 grow basis-64 gap-0.5">
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <strong dir="auto" className="font-semibold wrap-anywhere">
                  {name}
                </strong>
                <State report={report} />
              </span>
              <span className="flex min-w-0 items-center gap-1">
                <a
                  href={url}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="flex min-w-0 items-center rounded-sm text-sm text-accent-text hover:underline touch"
                >
                  <span className="truncate">{withoutScheme(url)}</span>
                </a>
                <CopyAddress report={report} />
              </span>
              <Details report={report} />
            </div>
            <span className="num min-w-20 text-right max-md:text-left">
              <span className="block font-semibold">{counted(report.views, 'view')}</span>
              <span className="block text-xs text-faint">
                {report.viewedAt ? `Opened: ${relativeDate(report.viewedAt)}` : 'Not opened yet'}
              </span>
            </span>
            <OnSwitch report={report} />
            <span className="flex gap-1.5">
              <PreviewLink report={report} className={buttonClasses('secondary', 'sm')} />
              <Button size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
                Edit
              </Button>
              <Button size="sm" aria-label={`Delete ${name}`} {...button}>
                Delete
              </Button>
            </span>
          </div>
        )}
      </Removable>
    </li>
  );
}

type ReportProps = { readonly report: SharedReport };

function CopyAddress({ report: { name, url } }: ReportProps) {
  const copyText = useSetAtom(copyTextAtom);
  return (
    <CopyIcon
      label={`Copy the address of ${name}`}
      className="size-7 touch-square"
      onCopy={() => copyText(url)}
    />
  );
}

function OnSwitch({ report: { id, name, isOn } }: ReportProps) {
  const change = useSetAtom(changeSharedAtom);
  const [set] = useAction(async (on: boolean) => {
    await change({ id, body: { isOn: on } });
  }, 'Failed to change the shared report');
  return <Switch label={`Show ${name}`} isOn={isOn} onChange={set} isLabelHidden />;
}

function State({ report }: ReportProps) {
  const { isOn, expiresAt, hasPassword } = report;
  const hasEnded = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return (
    <>
      {hasEnded && <Badge tone="warn">Ended</Badge>}
      {!isOn && <Badge>Off</Badge>}
      {hasPassword && <Badge>Password</Badge>}
    </>
  );
}

/** The limit of values that a report's filter names here. */
const mostValues = 3;

/** `the last 30 days · Country is not Germany · with money · until Dec 31, 2026`. */
function Details({ report }: ReportProps) {
  const { query, choosesDates, showsMoney, expiresAt, hosts, linkId } = report;
  const { range, filters } = questionOf(new URLSearchParams(query));
  const set = filterNames.filter((name) => filters[name] && !(linkId !== null && name === 'link'));
  const settings = [
    ...(choosesDates ? ['visitors choose the dates'] : []),
    ...(showsMoney ? ['with money'] : []),
    ...(hosts.length > 0 ? [`in frames of ${hosts.join(', ')}`] : []),
    ...(expiresAt ? [`until ${dateLabel(expiresAt)}`] : []),
  ];
  return (
    <span className="text-sm text-faint">
      {linkId === null ? rangeWords(range) : 'one link'}
      {set.map((name) => (
        <span key={name}>
          {' · '}
          <FilterWords filters={filters} name={name} most={mostValues} />
        </span>
      ))}
      {settings.map((text) => ` · ${text}`)}
    </span>
  );
}
