import { laterDialog } from '#web/app/state/later.tsx';

/** Opens when a link's menu sets `qrLinkAtom`. */
export const QrDialog = laterDialog(
  async () => (await import('./qr-dialog.tsx')).QrDialog,
  ({ link }) => link !== null,
);
