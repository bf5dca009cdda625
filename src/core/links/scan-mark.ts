/** Whether a short link's query string, without `?`, has the mark of its QR code: `qr=1`. */
export function isScan(query: string): boolean {
  // Runs for every click: most queries do not have it.
  return query.includes('qr=') && new URLSearchParams(query).get('qr') === '1';
}
