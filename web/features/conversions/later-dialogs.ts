import { laterDialog } from '#web/app/state/later.tsx';

export const EditConversionDialog = laterDialog(
  async () => (await import('./edit-conversion-dialog.tsx')).EditConversionDialog,
  ({ conversion }) => conversion !== null,
);

export const RemoveConversionDialog = laterDialog(
  async () => (await import('./remove-conversion-dialog.tsx')).RemoveConversionDialog,
  ({ conversion }) => conversion !== null,
);
