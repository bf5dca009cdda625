import { CreateLinkCard } from './create-link-card.tsx';
import { MyLinksCard } from '#web/features/links/mine/my-links-card.tsx';
import { PageHeader } from '#web/features/page/page-header.tsx';
import { Tags } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/app/state/lazy.tsx';

/** The page of all links. */
export function Component() {
  return (
    <>
      <PageHeader text="Create, find and manage your short links.">
        <LabelsButton />
      </PageHeader>
      <CreateLinkCard />
      <MyLinksCard />
    </>
  );
}

const LabelsDialog = lazyDialog(
  async () => (await import('#web/features/labels/labels-dialog.tsx')).LabelsDialog,
  ({ isOpen }) => isOpen,
);

/** Opens the account's tags and folders. */
function LabelsButton() {
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
