import { timingSafeEqual } from 'node:crypto';

/**
 * Whether a program of this machine asks. A proxy on this machine names its client in a header, so
 * that a request with such a header comes from somewhere else.
 */
export function isDirect({ headers: sent }: Request, socketAddress: string): boolean {
  const isLocal = /^(?:127\.|::1$|::ffff:127\.)/.test(socketAddress);
  const names = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];
  return isLocal && !names.some((name) => sent.has(name));
}

/** Compares secrets in a time that does not depend on their content. */
export function isSameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
