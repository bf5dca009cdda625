import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import { Button } from '#web/ui/button.tsx';

const ShareDialog = lazyDialog(
  async () => (await import('./share-dialog.tsx')).ShareDialog,
  ({ isOpen }) => isOpen,
);

/** Gives the report that is shown, with its range, filters and comparison, an address of its own. */
export function ShareButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        <Share2 aria-hidden className="size-4 text-muted" />
        <span className="max-md:sr-only">Share</span>
      </Button>
      <ShareDialog report={null} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
