import { Download } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import { useClosedActions } from '#web/app/state/palette.ts';
import { Button } from '#web/ui/button.tsx';
import { type ExportFormat, formats } from './formats.ts';

const ExportDialog = lazyDialog(
  async () => (await import('./export-dialog.tsx')).ExportDialog,
  ({ isOpen }) => isOpen,
);

/** Opens the dialog that saves what is shown as a file. */
export function ExportButton() {
  const [isOpen, setIsOpen] = useState(false);
  const [firstFormat, setFirstFormat] = useState<ExportFormat>('csv');
  const open = (format: ExportFormat) => {
    setFirstFormat(format);
    setIsOpen(true);
  };
  useClosedActions(
    formats.map(({ value, label }) => ({
      name: `Export as ${label}...`,
      run: () => open(value),
    })),
  );
  return (
    <>
      <Button size="sm" onClick={() => open('csv')}>
        <Download aria-hidden className="size-4 text-muted" />
        <span className="max-md:sr-only">Export</span>
      </Button>
      <ExportDialog isOpen={isOpen} firstFormat={firstFormat} onClose={() => setIsOpen(false)} />
    </>
  );
}
