/** Whether a text is an IP address, or a range of them (CIDR). */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  if (rest.length > 0 || !(ipv4.test(address) || ipv6.test(address))) return false;
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) <= (ipv4.test(address) ? 32 : 128))
  );
}

/** A dotted IPv4 address. */
export const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
/** An IPv6 address, roughly: the form that a URL could have in brackets. */
export const ipv6 = /^[0-9a-fA-F]*:[0-9a-fA-F:.]*$/;
