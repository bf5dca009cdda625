/**
 * Whether a program of this machine asks. A proxy on this machine names its client in a header, so
 * that a request with such a header comes from somewhere else.
 */
export function isDirect({ headers: sent }: Request, socketAddress: string): boolean {
  const isLocal = /^(?:127\.|::1$|::ffff:127\.)/.test(socketAddress);
  const names = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];
  return isLocal && !names.some((name) => sent.has(name));
}
