import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientAddress, parseTrustedProxies } from '#adapters/http/frame/client-address';

const manual = readFileSync(join(import.meta.dir, '../../docs/install.md'), 'utf8');
/** Of the example's `podman run`. */
const [, trusted = ''] = /-e TRUSTED_PROXIES=(\S+) waypost/.exec(manual) ?? [];

test.each([
  ['Docker’s default network', '172.17.0.1'],
  ['a network that Docker makes', '172.29.0.1'],
  ['podman’s default network', '10.88.0.1'],
])(
  '[client-address] the container of install.md sees visitors behind a proxy of the host, in %s',
  (_, gateway) => {
    const trustedProxies = parseTrustedProxies(trusted.split(','));
    const forwardedFor = '203.0.113.9';

    expect(clientAddress({ socketAddress: gateway, forwardedFor, trustedProxies })).toBe(
      forwardedFor,
    );
  },
);
