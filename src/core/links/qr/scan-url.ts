const parameter = 'qr';

/** The address that a QR code contains: the short one, marked so that its visits count as scans. */
export function scanUrl(shortUrl: string): string {
  return `${shortUrl}?${parameter}=1`;
}

/** Whether a short link's query string, without `?`, has the parameter of its QR code: `qr=1`. */
export function isScan(query: string): boolean {
  // Runs for every click: most queries do not have it.
  return query.includes(`${parameter}=`) && new URLSearchParams(query).get(parameter) === '1';
}
