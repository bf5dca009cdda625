import { atom, useSetAtom } from 'jotai';
import { ChevronDown, Download } from 'lucide-react';
import { useAction } from '#web/forms/use-action.ts';
import { Button, buttonClasses } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Menu, MenuAction } from '#web/ui/menu.tsx';
import { showToastAtom } from '#web/app/state/toast.ts';
import { wholeNumber } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { saveFile } from '#web/save-file.ts';
import type { LinkNarrowing } from './use-link-list.ts';

type ExportLinksButtonProps = {
  /** The search and the filters of the list; without them all links are exported. */
  readonly narrowing?: LinkNarrowing & { readonly search?: string };
  /** How many links are exported; undefined while that is unknown, or where it is not shown. */
  readonly count?: number | undefined;
};

/** Downloads the links of a list, on all of its pages. On phones it is only its icon. */
export function ExportLinksButton({ narrowing = {}, count }: ExportLinksButtonProps) {
  const exportLinks = useSetAtom(exportLinksAtom);
  const [run, isBusy] = useAction(
    (isForExcel: boolean) => exportLinks({ narrowing, isForExcel }),
    (_, showErrorToast) => showErrorToast('Failed to export data'),
  );
  const label = count === undefined ? 'Export' : `Export ${wholeNumber(count)}`;
  return (
    <div className="flex">
      <Button
        isBusy={isBusy}
        aria-label={label}
        className="rounded-r-none max-md:w-11 max-md:px-0"
        onClick={() => run(false)}
      >
        {!isBusy && <Download aria-hidden className="size-4" />}
        <span className="num max-md:hidden">{label}</span>
      </Button>
      <Menu
        label="Other formats"
        buttonClassName={classNames(buttonClasses(), '-ml-px rounded-l-none px-2! max-md:w-11')}
        button={<ChevronDown aria-hidden className="size-4 text-muted" />}
      >
        <MenuAction icon={<Download aria-hidden />} onChoose={() => run(true)}>
          CSV for Excel
        </MenuAction>
      </Menu>
    </div>
  );
}

type Exported = {
  readonly narrowing: NonNullable<ExportLinksButtonProps['narrowing']>;
  readonly isForExcel: boolean;
};

/** Downloads links as a CSV file. Rejects when the download fails. */
const exportLinksAtom = atom(
  null,
  async (_, set, { narrowing, isForExcel }: Exported): Promise<void> => {
    const query = new URLSearchParams(
      Object.entries(narrowing).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    );
    const url = query.size === 0 ? paths.exportedLinks : `${paths.exportedLinks}?${query}`;
    await saveFile({ url, name: 'links-export.csv', isForExcel });
    set(showToastAtom, 'Data exported successfully');
  },
);
