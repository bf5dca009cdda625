import ipaddr from 'ipaddr.js';

/** Whether a text is an IP address, or a range of them (CIDR). */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  if (rest.length > 0 || !(isIpv4(address) || isIpv6(address))) return false;
  const most = isIpv4(address) ? 32 : 128;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
}

/** A dotted IPv4 address. A leading zero would make a part octal. */
export function isIpv4(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text);
}

/**
 * An IPv6 address without a zone. One that stands for an IPv4 address must be written as an IPv4
 * address.
 */
export function isIpv6(text: string): boolean {
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return false;
  return !ipaddr.IPv6.parse(text).isIPv4MappedAddress();
}
