import { Tags } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { LabelsDialog } from './later-dialogs.ts';

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
