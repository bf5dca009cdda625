import { laterDialog } from '#web/app/state/later.tsx';

export const KeysDialog = laterDialog(
  async () => (await import('./keys-dialog.tsx')).KeysDialog,
  ({ isOpen }) => isOpen,
);

export const DeleteLinksDialog = laterDialog(
  async () => (await import('./delete-links-dialog.tsx')).DeleteLinksDialog,
  ({ isOpen }) => isOpen,
);
