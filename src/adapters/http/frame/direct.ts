/**
 * Whether a program on this machine sent the request. A proxy on this machine names its client in a
 * header, so a request with such a header comes from elsewhere.
 */
export function isDirect({ headers: sent }: Request, socketAddress: string): boolean {
  const isLocal = /^(?:127\.|::1$|::ffff:127\.)/.test(socketAddress);
  const names = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];
  return isLocal && !names.some((name) => sent.has(name));
}
