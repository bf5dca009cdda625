import { useSetAtom } from 'jotai';
import { Download } from 'lucide-react';
import { useAction } from '#web/forms/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { exportLinksAtom } from './export-links.ts';

/** Downloads all links. */
export function ExportLinksButton() {
  const exportLinks = useSetAtom(exportLinksAtom);
  const [run, isBusy] = useAction(exportLinks, (_, showErrorToast) =>
    showErrorToast('Failed to export data'),
  );
  return (
    <Button isBusy={isBusy} onClick={run}>
      {!isBusy && <Download aria-hidden className="size-4" />}
      Export
    </Button>
  );
}
