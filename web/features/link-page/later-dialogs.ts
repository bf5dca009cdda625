import { laterDialog } from '#web/app/state/later.tsx';

export const PagePasswordDialog = laterDialog(
  async () => (await import('./page-password-dialog.tsx')).PagePasswordDialog,
  ({ isOpen }) => isOpen,
);

export const ClosePageDialog = laterDialog(
  async () => (await import('./close-page-dialog.tsx')).ClosePageDialog,
  ({ isOpen }) => isOpen,
);
