import { isIpv4, isIpv6 } from './ip-address.ts';
import { list, token } from './fields.ts';

/** The variables of custom domains. */
export const domainsEnvironment = {
  DNS_SERVERS: list.refine(
    (servers) => servers.length <= 8 && servers.every(isServer),
    'must be at most 8 IP addresses, each with an optional port, separated by commas',
  ),
  TLS_CHECK_TOKEN: token.optional(),
};

/** An IPv4 address with or without a port, or an IPv6 address, in brackets with a port. */
function isServer(text: string): boolean {
  const [, bracketed = text, port = '53'] = /^\[(.*)\](?::(\d{1,5}))?$/.exec(text) ?? [];
  const [, plain = bracketed, plainPort = port] = /^([\d.]+):(\d{1,5})$/.exec(text) ?? [];
  const isPort = Number(plainPort) >= 1 && Number(plainPort) <= 65_535;
  return isPort && (isIpv4(plain) || isIpv6(plain));
}
