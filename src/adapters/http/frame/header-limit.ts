import http from 'node:http';

/** Limit of request line and headers together, in bytes. */
export const largestHeaderBytes = 32_768;

/**
 * Raises the limit of header bytes for this process's servers: campaigns make long addresses, and
 * browsers carry other sites' cookies. By default Bun answers 431 above 16 KB; the limit is set by
 * its flag `--max-http-header-size` or here.
 */
export function readLongHeaders(): void {
  Object.assign(http, { maxHeaderSize: largestHeaderBytes });
}
