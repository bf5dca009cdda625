import { useSetAtom } from 'jotai';
import { ChevronDown, Download } from 'lucide-react';
import { useAction } from '#web/forms/use-action.ts';
import { Button, buttonClasses } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Menu, MenuAction } from '#web/ui/menu.tsx';
import { exportLinksAtom } from './export-links.ts';

/** Downloads all links. */
export function ExportLinksButton() {
  const exportLinks = useSetAtom(exportLinksAtom);
  const [run, isBusy] = useAction(exportLinks, (_, showErrorToast) =>
    showErrorToast('Failed to export data'),
  );
  return (
    <div className="flex">
      <Button isBusy={isBusy} className="rounded-r-none" onClick={() => run(false)}>
        {!isBusy && <Download aria-hidden className="size-4" />}
        Export
      </Button>
      <Menu
        label="Other formats"
        buttonClassName={classNames(buttonClasses(), '-ml-px rounded-l-none px-2!')}
        button={<ChevronDown aria-hidden className="size-4 text-muted" />}
      >
        <MenuAction icon={<Download aria-hidden />} onChoose={() => run(true)}>
          CSV for Excel
        </MenuAction>
      </Menu>
    </div>
  );
}
