import { later, laterDialog } from '#web/app/state/later.tsx';

export const RecordConversionDialog = laterDialog(
  async () => (await import('./record-conversion-dialog.tsx')).RecordConversionDialog,
  ({ link }) => link !== null,
);

export const EditConversionDialog = laterDialog(
  async () => (await import('./edit-conversion-dialog.tsx')).EditConversionDialog,
  ({ conversion }) => conversion !== null,
);

export const RemoveConversionDialog = laterDialog(
  async () => (await import('./remove-conversion-dialog.tsx')).RemoveConversionDialog,
  ({ conversion }) => conversion !== null,
);

export const LinkSelect = later(
  async () => (await import('#web/features/links/link-select.tsx')).LinkSelect,
  () => true,
);
