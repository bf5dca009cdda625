import { useAtom } from 'jotai';
import { QrDialog } from './later-dialogs.ts';
import { qrLinkAtom } from './qr-link.ts';

/** Shows the QR code that a link's menu asks for. Each page with such menus has one. */
export function ShownQr() {
  const [link, setLink] = useAtom(qrLinkAtom);
  return <QrDialog link={link} onClose={() => setLink(null)} />;
}
