import { atom, useAtomValue, useSetAtom } from 'jotai';
import { ChevronDown, Download } from 'lucide-react';
import { useAction } from '#web/forms/use-action.ts';
import { Button, buttonClasses } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Menu, MenuAction } from '#web/ui/floating/menu.tsx';
import { useClosedActions } from '#web/app/state/palette.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { wholeNumber } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { saveFile } from '#web/save-file.ts';
import { linksPageQuery } from '#web/features/links/links.ts';
import { type LinkNarrowing, useLinksAsked } from './use-link-list.ts';

type ExportListedLinksProps = { readonly pageSize: number; readonly narrowing?: LinkNarrowing };

const noNarrowing: LinkNarrowing = {};

/** Exports what the search and the filters of the list leave, and says how many links that are. */
export function ExportListedLinks({ pageSize, narrowing = noNarrowing }: ExportListedLinksProps) {
  const asked = useLinksAsked(pageSize, narrowing);
  const { data } = useAtomValue(linksPageQuery(asked));
  const exported = {
    ...narrowing,
    ...(asked.search !== undefined && { search: asked.search }),
  };
  const isWhole = Object.keys(exported).length === 0;
  return <ExportLinksButton narrowing={exported} count={isWhole ? undefined : data?.total} />;
}

type ExportLinksButtonProps = {
  /**
   * The search and the filters of the list, or ids with commas between them; without any of them all
   * links are exported.
   */
  readonly narrowing?: LinkNarrowing & { readonly search?: string; readonly ids?: string };
  /** How many links are exported; undefined while that is unknown, or where it is not shown. */
  readonly count?: number | undefined;
  /** One of a bar's small buttons, above which its menu opens. On phones it keeps its words. */
  readonly isInBar?: boolean;
  /** Why nothing can be exported now. */
  readonly disabledReason?: string | undefined;
};

/**
 * Downloads the links of a list, on all of its pages. On phones it is only its icon, except in a
 * bar.
 */
export function ExportLinksButton(props: ExportLinksButtonProps) {
  const { narrowing = {}, count, isInBar = false, disabledReason } = props;
  const exportLinks = useSetAtom(exportLinksAtom);
  const [run, isBusy] = useAction(
    (isForExcel: boolean) => exportLinks({ narrowing, isForExcel }),
    'Failed to export data',
  );
  const label = count === undefined ? 'Export' : `Export ${wholeNumber(count)}`;
  const size = isInBar ? 'sm' : 'md';
  const isOffered = !isInBar && disabledReason === undefined;
  useClosedActions(isOffered ? [{ name: `${label} as CSV for Excel`, run: () => run(true) }] : []);
  return (
    <div className="flex">
      <Button
        size={size}
        isBusy={isBusy}
        disabled={disabledReason !== undefined}
        title={disabledReason}
        aria-label={label}
        className={classNames('rounded-r-none', !isInBar && 'max-md:w-11 max-md:px-0')}
        onClick={() => run(false)}
      >
        {!isBusy && <Download aria-hidden className="size-4" />}
        <span className={classNames('num', !isInBar && 'max-md:hidden')}>{label}</span>
      </Button>
      <Menu
        label="Other formats"
        side={isInBar ? 'above' : undefined}
        isDisabled={disabledReason !== undefined}
        buttonClassName={classNames(
          buttonClasses('secondary', size),
          '-ml-px rounded-l-none px-2! max-md:w-11',
        )}
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
