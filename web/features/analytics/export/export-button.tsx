import { Download } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import { Button } from '#web/ui/button.tsx';

const ExportDialog = lazyDialog(
  async () => (await import('./export-dialog.tsx')).ExportDialog,
  ({ isOpen }) => isOpen,
);

/** Opens the dialog that saves what is shown as a file. */
export function ExportButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        <Download aria-hidden className="size-4 text-muted" />
        <span className="max-md:sr-only">Export</span>
      </Button>
      <ExportDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
