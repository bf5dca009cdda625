import { createHash, timingSafeEqual } from 'node:crypto';
import { clickHouseFailure } from './failure.ts';

export interface Access {
  readonly user: string;
  readonly password: string;
}

/**
 * Accepts the one account, by basic authentication or by ClickHouse's own headers.
 * @throws ClickHouseFailure 194 without credentials, 516 with wrong ones
 */
export function admit(headers: Headers, access: Access): void {
  const given = credentials(headers);
  if (given === undefined) throw clickHouseFailure(194, 'Credentials are required');
  const isUser = isSame(given.user, access.user);
  const isPassword = isSame(given.password, access.password);
  if (!isUser || !isPassword) {
    throw clickHouseFailure(
      516,
      'Authentication failed: password is incorrect, or there is no such user',
    );
  }
}

function credentials(headers: Headers): Access | undefined {
  const user = headers.get('x-clickhouse-user');
  if (user !== null) return { user, password: headers.get('x-clickhouse-key') ?? '' };
  const basic = /^Basic\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (basic === undefined) return undefined;
  const pair = Buffer.from(basic, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon === -1 ? undefined : { user: pair.slice(0, colon), password: pair.slice(colon + 1) };
}

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
