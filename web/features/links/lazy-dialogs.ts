import { lazy, lazyDialog } from '#web/app/state/lazy.tsx';

export const EditLinkDialog = lazyDialog(
  async () => (await import('./edit-link-dialog.tsx')).EditLinkDialog,
  ({ link }) => link !== null,
);

export const RecordConversionDialog = lazyDialog(
  async () => (await import('./record-conversion-dialog.tsx')).RecordConversionDialog,
  ({ link }) => link !== null,
);

export const LinkSelect = lazy(
  async () => (await import('./link-select.tsx')).LinkSelect,
  () => true,
);
