import { useAtomValue } from 'jotai';
import { ApiError } from '#web/api-error.ts';
import { linkQuery } from '#web/features/links/links.ts';
import { qrDesignAtom, qrPath } from '#web/features/qr/qr-design.ts';
import { withoutScheme } from '#web/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { onSheets, type SheetLayout } from './sheet.ts';

type SheetsProps = {
  readonly ids: readonly string[];
  readonly layout: SheetLayout;
  /** The code is on the sheet, or could not be drawn. */
  onSettled(id: string, isDrawn: boolean): void;
};

/** The sheets as they are printed: black on white in every theme. */
export function Sheets({ ids, layout, onSettled }: SheetsProps) {
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
  onSettled(isDrawn: boolean): void;
};

function Code({ id, caption, onSettled }: CodeProps) {
  const design = useAtomValue(qrDesignAtom);
  const { data: link, error } = useAtomValue(linkQuery(id));
  const url = link && withoutScheme(link.shortUrl);
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <figure className="flex min-h-0 min-w-0 flex-col items-center justify-center gap-[2mm]">
      <img
        src={qrPath(id, design, { format: 'svg', size: '1024' })}
        alt={isMissing ? 'This link was deleted' : `QR code of ${url ?? 'a link'}`}
        className="min-h-0 w-full flex-1 object-contain"
        onLoad={() => onSettled(true)}
        onError={() => onSettled(false)}
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
