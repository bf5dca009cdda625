import { later, laterDialog } from '#web/app/state/later.tsx';

export const EditLinkDialog = laterDialog(
  async () => (await import('./edit-link-dialog.tsx')).EditLinkDialog,
  ({ link }) => link !== null,
);

export const DeleteLinkDialog = laterDialog(
  async () => (await import('./delete-link-dialog.tsx')).DeleteLinkDialog,
  ({ link }) => link !== null,
);

export const RecordConversionDialog = laterDialog(
  async () => (await import('./record-conversion-dialog.tsx')).RecordConversionDialog,
  ({ link }) => link !== null,
);

export const LinkSelect = later(
  async () => (await import('./link-select.tsx')).LinkSelect,
  () => true,
);
