import http from 'node:http';

/** The largest request line and headers together that are read, in bytes. */
export const largestHeaderBytes = 32_768;

/**
 * Lets this process's servers read long headers: campaigns make long addresses, and browsers carry
 * cookies that are not ours. Bun refuses them with 431 at 16 KB unless told otherwise, by its
 * flag `--max-http-header-size` or here.
 */
export function readLongHeaders(): void {
  Object.assign(http, { maxHeaderSize: largestHeaderBytes });
}
