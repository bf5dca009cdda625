import { CreateLinkCard } from './create-link-card.tsx';
import { ListActions } from '#web/features/links/mine/list-actions.tsx';
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
      <PageHeader>
        <ListActions />
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
      <Button
        aria-label="Tags and folders"
        className="max-md:w-11 max-md:px-0"
        onClick={() => setOpen(true)}
      >
        <Tags aria-hidden className="size-4 text-muted" />
        <span className="max-md:hidden">Tags and folders</span>
      </Button>
      <LabelsDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
