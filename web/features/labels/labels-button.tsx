import { Tags } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/app/state/lazy.tsx';

const LabelsDialog = lazyDialog(
  async () => (await import('./labels-dialog.tsx')).LabelsDialog,
  ({ isOpen }) => isOpen,
);

/** Opens the account's tags and folders. */
export function LabelsButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Tags aria-hidden className="size-4 text-muted" />
        Tags and folders
      </Button>
      <LabelsDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
