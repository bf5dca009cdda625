import { useState } from 'react';
import type { Link } from '#web/api.ts';
import { ShownQr } from '#web/features/qr/shown-qr.tsx';
import {
  DeleteLinkDialog,
  EditLinkDialog,
  RecordConversionDialog,
} from '#web/features/links/lazy-dialogs.ts';
import { useFocusAfterDelete } from './use-focus-after-delete.ts';

/**
 * What the menus of a list's links open: `actions` for the rows, `dialogs` beside the list.
 * The element at `list` gets the focus when the row of a deleted link disappears.
 */
export function useRowDialogs(links: readonly Link[] | undefined) {
  const { list, expectRemoval } = useFocusAfterDelete(links);
  const [edited, setEdited] = useState<Link | null>(null);
  const [deleted, setDeleted] = useState<Link | null>(null);
  const [converted, setConverted] = useState<Link | null>(null);
  const actions = { onAddConversion: setConverted, onEdit: setEdited, onDelete: setDeleted };
  const dialogs = (
    <>
      <RecordConversionDialog link={converted} onClose={() => setConverted(null)} />
      <EditLinkDialog link={edited} onClose={() => setEdited(null)} />
      <DeleteLinkDialog
        link={deleted}
        onClose={() => setDeleted(null)}
        onDeleted={() => expectRemoval(deleted?.id ?? null)}
      />
      <ShownQr />
    </>
  );
  return { actions, dialogs, list };
}
