const mark = 'qr';

/** The address that a QR code contains: the short one, marked so that its visits count as scans. */
export function scanAddress(shortUrl: string): string {
  return `${shortUrl}?${mark}=1`;
}

/** Whether a short link's query string, without `?`, has the mark of its QR code: `qr=1`. */
export function isScan(query: string): boolean {
  // Runs for every click: most queries do not have it.
  return query.includes(`${mark}=`) && new URLSearchParams(query).get(mark) === '1';
}
