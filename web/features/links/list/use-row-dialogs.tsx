import { useEffect, useRef, useState } from 'react';
import type { Link } from '#web/api.ts';
import { ShownQr } from '#web/features/qr/shown-qr.tsx';
import { EditLinkDialog, RecordConversionDialog } from '#web/features/links/lazy-dialogs.ts';
import { useDeleteLink } from '#web/features/links/use-delete-link.ts';
import { useAction } from '#web/forms/use-action.ts';

/**
 * The dialogs that the menus of a list's links open: `actions` for the rows, `dialogs` to render
 * beside the list. The element at `list` gets the focus when the row of a deleted link disappears.
 */
export function useRowDialogs(links: readonly Link[] | undefined) {
  const { list, expectRemoval } = useFocusAfterDelete(links);
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

/**
 * Moves the focus to the list when the focused row of a deleted link disappears. `links` are the
 * links on the screen.
 */
function useFocusAfterDelete(links: readonly Link[] | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const [deleted, setDeleted] = useState<string | null>(null);
  const isGone = deleted !== null && links?.every(({ id }) => id !== deleted) === true;
  useEffect(() => {
    if (!isGone) return undefined;
    // The menu first returns the focus to the button that opened it, if that still exists.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
      setDeleted(null);
    });
    return () => cancelAnimationFrame(frame);
  }, [isGone]);
  return { list, expectRemoval: setDeleted };
}
