import { useState } from 'react';
import type { Link } from '#web/api.ts';
import { ShownQr } from '#web/features/qr/shown-qr.tsx';
import { EditLinkDialog, RecordConversionDialog } from '#web/features/links/lazy-dialogs.ts';
import { useDeleteLink } from '#web/features/links/use-delete-link.ts';
import { useFocusAfterRemoval } from '#web/ui/browser/use-focus-after-removal.ts';
import { useAction } from '#web/forms/use-action.ts';

/**
 * The dialogs that the menus of a list's links open: `actions` for the rows, `dialogs` to render
 * beside the list. The element at `list` gets the focus when the row of a deleted link disappears.
 */
export function useRowDialogs(links: readonly Link[] | undefined) {
  const { list, expectRemoval } = useFocusAfterRemoval(links);
  const [edited, setEdited] = useState<Link | null>(null);
  const deleteLink = useDeleteLink();
  const [remove] = useAction(async ({ id }: Link) => {
    await deleteLink(id);
    expectRemoval(id);
  }, 'Failed to delete link');
  const [converted, setConverted] = useState<Link | null>(null);
  const actions = { onAddConversion: setConverted, onEdit: setEdited, onDelete: remove };
  const dialogs = (
    <>
      <RecordConversionDialog link={converted} onClose={() => setConverted(null)} />
      <EditLinkDialog link={edited} onClose={() => setEdited(null)} />
      <ShownQr />
    </>
  );
  return { actions, dialogs, list };
}
