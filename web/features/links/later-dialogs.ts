import { laterDialog } from '#web/app/state/later.tsx';

export const EditLinkDialog = laterDialog(
  async () => (await import('./edit-link-dialog.tsx')).EditLinkDialog,
  ({ link }) => link !== null,
);

export const DeleteLinkDialog = laterDialog(
  async () => (await import('./delete-link-dialog.tsx')).DeleteLinkDialog,
  ({ link }) => link !== null,
);
