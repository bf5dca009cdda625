import { useAtomValue, useSetAtom } from 'jotai';
import { CalendarX, Pause, Play, QrCode, Trash2, X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { useNavigate } from 'react-router';
import { mostExported } from '#contract/links/link-limits';
import type { NewBulk } from '#web/api.ts';
import { mostOnSheets } from '#web/features/qr/qr-design.ts';
import { paths } from '#web/paths.ts';
import { wholeNumber } from '#web/format.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { type BulkAction, startBulkAtom } from '#web/features/links/bulk.ts';
import { ExportLinksButton } from '#web/features/links/list/export-links-button.tsx';
import { type BulkChoice, LabelPanels } from './label-panels.tsx';
import { narrowedAtom, narrowingOf } from './narrowing.ts';
import { nothingSelected, selectedCount, type Selection } from './selection.ts';

type BulkBarProps = {
  readonly ref: Ref<HTMLDivElement>;
  readonly selection: Selection;
  /** The links that match the list's search and filters. */
  readonly total: number;
  /** Links that the list leaves out and the server still counts. */
  readonly leavingCount: number;
  readonly matching: NonNullable<NewBulk['matching']>;
  /** The ids of the links on the screen. */
  readonly page: readonly string[];
  onSelect(selection: Selection): void;
};

/** The bar with the actions for the selected links. */
export function BulkBar(props: BulkBarProps) {
  const { ref, selection, total, leavingCount, matching, page, onSelect } = props;
  const start = useSetAtom(startBulkAtom);
  const count = selectedCount(selection, total);
  const ids = selection.kind === 'all' ? page : [...selection.ids];
  // With all of them on the screen, the links can be named, without those that are being deleted.
  const isNamed = selection.kind === 'some' || page.length === total;
  const [act, isBusy] = useAction(async (choice: BulkChoice) => {
    const bulk = isNamed
      ? { ...choice, ids: [...ids] }
      : { ...choice, matching, count: total + leavingCount };
    await start({ bulk, shown: ids });
    onSelect(nothingSelected);
  }, 'Failed to change the links');

  return (
    <div
      ref={ref}
      data-sticky-bar
      role="region"
      aria-keyshortcuts="b"
      aria-label="Selected links"
      className="rise sticky bottom-4 z-10 mx-auto flex max-w-full min-w-0 flex-wrap items-center justify-center gap-x-2 gap-y-1 rounded-lg border border-line-strong bg-raised px-3 py-2 shadow-float max-md:bottom-2 max-md:justify-start"
    >
      <p role="status" className="px-1">
        <strong className="font-semibold">{wholeNumber(count)} selected</strong>
        {count !== total && <span className="text-muted"> of {wholeNumber(total)}</span>}
      </p>
      {count !== total && (
        <button
          type="button"
          onClick={() => onSelect({ kind: 'all' })}
          className="rounded-sm px-1 font-medium text-accent-text hover:underline touch"
        >
          Select all {wholeNumber(total)}
          <span className="sr-only"> that match</span>
        </button>
      )}
      <IconButton
        label="Clear the selection"
        className="max-md:ml-auto"
        onClick={() => onSelect(nothingSelected)}
      >
        <X aria-hidden className="size-4" />
      </IconButton>
      <div className="flex min-w-0 items-center gap-2 max-md:w-full max-md:overflow-x-auto max-md:mask-r-from-[calc(100%-2.5rem)] max-md:p-1 max-md:pr-10">
        <LabelPanels onChoose={act} />
        <QrCodes selection={selection} />
        <ExportSelected ids={isNamed ? ids : null} count={count} search={matching.search} />
        <Actions isBusy={isBusy} onChoose={act} />
      </div>
    </div>
  );
}

type ActionsProps = { readonly isBusy: boolean; onChoose(choice: BulkChoice): void };

/** The actions that take no tag or folder. None asks for confirmation, because each can be undone. */
function Actions({ isBusy, onChoose }: ActionsProps) {
  return actions.map(({ action, label, icon }) => (
    <Button
      key={action}
      size="sm"
      look={action === 'delete' ? 'danger' : 'secondary'}
      isBusy={isBusy}
      onClick={() => onChoose({ action })}
    >
      {!isBusy && icon}
      {label}
    </Button>
  ));
}

/** Opens the sheets with the codes of the selected links. */
function QrCodes({ selection }: { readonly selection: Selection }) {
  const navigate = useNavigate();
  const ids = selection.kind === 'some' ? [...selection.ids] : [];
  const isTooMuch = selection.kind === 'all' || ids.length > mostOnSheets;
  return (
    <Button
      size="sm"
      disabled={isTooMuch}
      title={isTooMuch ? `Select at most ${mostOnSheets} links one by one` : undefined}
      onClick={() => void navigate(paths.qrSheetOf(ids))}
    >
      <QrCode aria-hidden className="size-4" />
      QR codes
    </Button>
  );
}

type ExportSelectedProps = {
  /** Null: all links that pass the search and the filters. */
  readonly ids: readonly string[] | null;
  readonly count: number;
  readonly search: string | undefined;
};

/** Downloads the selected links. */
function ExportSelected({ ids, count, search = '' }: ExportSelectedProps) {
  const narrowing = narrowingOf(useAtomValue(narrowedAtom));
  const isTooMuch = ids !== null && ids.length > mostExported;
  return (
    <ExportLinksButton
      isInBar
      narrowing={ids === null ? { ...narrowing, search } : { ids: ids.join(',') }}
      count={count}
      disabledReason={
        isTooMuch ? `Select at most ${mostExported} links one by one, or all that match` : undefined
      }
    />
  );
}

type Choice = { readonly action: BulkAction; readonly label: string; readonly icon: ReactNode };

const actions: readonly Choice[] = [
  { action: 'pause', label: 'Pause', icon: <Pause aria-hidden className="size-4" /> },
  { action: 'resume', label: 'Resume', icon: <Play aria-hidden className="size-4" /> },
  { action: 'expire', label: 'Expire now', icon: <CalendarX aria-hidden className="size-4" /> },
  { action: 'delete', label: 'Delete', icon: <Trash2 aria-hidden className="size-4" /> },
];
