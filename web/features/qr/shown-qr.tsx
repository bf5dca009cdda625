import { useAtom } from 'jotai';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import { qrLinkAtom } from './qr-link.ts';

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
