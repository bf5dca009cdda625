import { atom, useAtom } from 'jotai';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import type { Link } from '#web/api.ts';

/** The link whose QR code is shown; null for none. */
export const qrLinkAtom = atom<Link | null>(null);

/** Opens when a link's menu sets `qrLinkAtom`. */
const QrDialog = lazyDialog(
  async () => (await import('./qr-dialog.tsx')).QrDialog,
  ({ link }) => link !== null,
);

/** Shows the QR code that a link's menu asks for. Each page with such menus has one. */
export function ShownQr() {
  const [link, setLink] = useAtom(qrLinkAtom);
  return <QrDialog link={link} onClose={() => setLink(null)} />;
}
