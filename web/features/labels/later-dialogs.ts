import { laterDialog } from '#web/app/state/later.tsx';

export const LabelsDialog = laterDialog(
  async () => (await import('./labels-dialog.tsx')).LabelsDialog,
  ({ isOpen }) => isOpen,
);
