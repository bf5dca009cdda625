import { atom, useSetAtom } from 'jotai';
import { ChevronDown, Download } from 'lucide-react';
import { useAction } from '#web/forms/use-action.ts';
import { Button, buttonClasses } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Menu, MenuAction } from '#web/ui/menu.tsx';
import { showToastAtom } from '#web/app/state/toast.ts';
import { paths } from '#web/paths.ts';
import { saveFile } from '#web/save-file.ts';

/** Downloads all links. On phones it is only its icon. */
export function ExportLinksButton() {
  const exportLinks = useSetAtom(exportLinksAtom);
  const [run, isBusy] = useAction(exportLinks, (_, showErrorToast) =>
    showErrorToast('Failed to export data'),
  );
  return (
    <div className="flex">
      <Button
        isBusy={isBusy}
        aria-label="Export"
        className="rounded-r-none max-md:w-11 max-md:px-0"
        onClick={() => run(false)}
      >
        {!isBusy && <Download aria-hidden className="size-4" />}
        <span className="max-md:hidden">Export</span>
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

/** Downloads all links as a CSV file. Rejects when the download fails. */
const exportLinksAtom = atom(null, async (_, set, isForExcel: boolean): Promise<void> => {
  await saveFile({ url: paths.exportedLinks, name: 'links-export.csv', isForExcel });
  set(showToastAtom, 'Data exported successfully');
});
