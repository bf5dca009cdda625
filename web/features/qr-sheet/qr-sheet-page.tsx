import { BackToLinks } from '#web/features/links/back-to-links.tsx';
import { useAtom, useAtomValue } from 'jotai';
import { ArrowLeft, Printer, QrCode } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router';
import { PageHeader } from '#web/features/page/page-header.tsx';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { FormAlert } from '#web/forms/page-form.tsx';
import { counted, wholeNumber, withoutScheme } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/fields/select.tsx';
import {
  captions,
  grids,
  onSheets,
  papers,
  sheetIds,
  type SheetLayout,
  sheetLayoutAtom,
} from './sheet.ts';
import { ApiError } from '#web/api-error.ts';
import { linkQuery } from '#web/features/links/links.ts';
import { qrDesignAtom, qrPath } from '#web/features/qr/qr-design.ts';
import { classNames } from '#web/ui/class-names.ts';

/** Sheets with the QR codes of the links in the address, ready to print. */
export function Component() {
  const [parameters] = useSearchParams();
  const ids = sheetIds(parameters.get('ids'));
  const keepQuery = useKeepQuery();
  return (
    <>
      <RouterLink
        to={keepQuery(paths.links)}
        className="-mb-3 inline-flex items-center gap-1.5 justify-self-start rounded-sm text-sm font-medium text-muted hover:text-text touch print:hidden"
      >
        <ArrowLeft aria-hidden className="size-4" />
        My Links
      </RouterLink>
      {ids.length === 0 ? <NoLinks /> : <Sheet key={ids.join()} ids={ids} />}
    </>
  );
}

function NoLinks() {
  return (
    <BackToLinks
      icon={<QrCode />}
      title="No links are selected"
      text="Select links in My Links, then choose QR codes."
    />
  );
}

function Sheet({ ids }: { readonly ids: readonly string[] }) {
  const [layout, setLayout] = useAtom(sheetLayoutAtom);
  /** Whether each code that is settled is complete. */
  const [settled, setSettled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isReady = settled.size === ids.length;
  const missing = [...settled.values()].filter((isComplete) => !isComplete).length;
  const change = (part: Partial<typeof layout>) => setLayout({ ...layout, ...part });
  return (
    <>
      <div className="grid gap-5 print:hidden">
        <PageHeader
          text={`${wholeNumber(ids.length)} ${ids.length === 1 ? 'link' : 'links'}, in the design that you chose last for a QR code.`}
        >
          <Button look="primary" isBusy={!isReady} onClick={() => window.print()}>
            {isReady && <Printer aria-hidden className="size-4" />}
            Print
          </Button>
        </PageHeader>
        <div className="grid max-w-2xl gap-4 sm:grid-cols-3">
          <SelectField
            label="Paper"
            options={papers}
            value={layout.paper}
            onChange={({ target }) => {
              const chosen = papers.find(({ value }) => value === target.value);
              if (chosen) change({ paper: chosen.value });
            }}
          />
          <SelectField
            label="Codes"
            options={grids}
            value={layout.grid}
            onChange={({ target }) => {
              const chosen = grids.find(({ value }) => value === target.value);
              if (chosen) change({ grid: chosen.value });
            }}
          />
          <SelectField
            label="Below each code"
            options={captions}
            value={layout.caption}
            onChange={({ target }) => {
              const chosen = captions.find(({ value }) => value === target.value);
              if (chosen) change({ caption: chosen.value });
            }}
          />
        </div>
        <FormAlert text={isReady && missing > 0 ? missingText(missing, ids.length) : undefined} />
      </div>
      <Sheets
        ids={ids}
        layout={layout}
        onSettled={(id, isComplete) => setSettled((before) => new Map(before).set(id, isComplete))}
      />
    </>
  );
}

function missingText(missing: number, all: number): string {
  return `${wholeNumber(missing)} of ${counted(all, 'code')} could not be completed. A link may be deleted, or the logo removed. Reload the page to try again.`;
}

type SheetsProps = {
  readonly ids: readonly string[];
  readonly layout: SheetLayout;
  /** The code is on the sheet with its caption, or could not be completed. */
  onSettled(id: string, isComplete: boolean): void;
};

/** The sheets as they are printed: black on white in every theme. */
function Sheets({ ids, layout, onSettled }: SheetsProps) {
  const { columns, rows, sheets } = onSheets(ids, layout.grid);
  return (
    <div className="grid gap-5 print:block">
      {sheets.map((sheet, at) => (
        <section
          key={sheet.join()}
          aria-label={`Sheet ${at + 1} of ${sheets.length}`}
          className={classNames(
            layout.paper === 'a4' ? 'a4-sheet' : 'letter-sheet',
            'grid break-inside-avoid gap-[4mm] rounded-lg border border-line p-[4mm] not-print:max-md:[zoom:0.4] not-print:md:max-xl:[zoom:0.6] not-last:break-after-page print:rounded-none print:border-0',
          )}
          style={{
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
          }}
        >
          {sheet.map((id) => (
            <Code
              key={id}
              id={id}
              caption={layout.caption}
              onSettled={(isDrawn) => onSettled(id, isDrawn)}
            />
          ))}
        </section>
      ))}
    </div>
  );
}

type CodeProps = {
  readonly id: string;
  readonly caption: SheetLayout['caption'];
  /** Its picture and its caption are there, or one of them cannot be had. */
  onSettled(isComplete: boolean): void;
};

function Code({ id, caption, onSettled }: CodeProps) {
  const design = useAtomValue(qrDesignAtom);
  const { data: link, error } = useAtomValue(linkQuery(id));
  const url = link && withoutScheme(link.shortUrl);
  const isMissing = error instanceof ApiError && error.status === 404;
  const [isDrawn, setDrawn] = useState<boolean | null>(null);
  const hasCaption = caption !== 'none';
  const isComplete = isDrawn === true && !(hasCaption && link === undefined);
  const isKnown = isDrawn !== null && (link !== undefined || error !== null);
  const tell = useEffectEvent(() => onSettled(isComplete));
  useEffect(() => {
    if (isKnown) tell();
  }, [isKnown, isComplete]);
  return (
    <figure className="flex min-h-0 min-w-0 flex-col items-center justify-center gap-[2mm]">
      <img
        src={qrPath(id, design, { format: 'svg', size: '1024' })}
        alt={isMissing ? 'This link was deleted' : `QR code of ${url ?? 'a link'}`}
        className="min-h-0 w-full flex-1 object-contain"
        onLoad={() => setDrawn(true)}
        onError={() => setDrawn(false)}
      />
      {caption !== 'none' && url && (
        <figcaption className="w-full text-center text-[3mm] leading-snug">
          {caption === 'both' && link.title && (
            <strong dir="auto" className="block truncate font-semibold">
              {link.title}
            </strong>
          )}
          <span className="block break-all">{url}</span>
        </figcaption>
      )}
    </figure>
  );
}
