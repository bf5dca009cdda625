import { timingSafeEqual } from 'node:crypto';
import {
  deviceLifeMs,
  type KnownDevice,
  type ProvesDevice,
} from '#core/accounts/sign-in/guessing/known-device';
import type { RandomBytes } from '#core/shared/ids';
import { secondMs, type Clock } from '#core/shared/time';
import { ownCookie } from './own-cookie.ts';

/**
 * A cookie that shows that a browser signed in to an account before. It does not sign anybody in:
 * it only keeps other people's failed attempts from slowing the person down (OWASP, 'Slow Down
 * Online Guessing Attacks with Device Cookies').
 */
export type DeviceCookie = {
  /** Reads the cookie of a request: the browser's proof for each account. */
  read(request: Request): ProvesDevice;
  /** The Set-Cookie value that makes the account know the request's browser. */
  give(request: Request, userId: string): string;
};

export type DeviceCookiePorts = {
  readonly appUrl: string;
  /**
   * Keyed hashes, 256 bits each, so that nobody else can make a cookie. New entries use the first;
   * an entry is valid with one of them.
   */
  readonly hashes: (text: string) => readonly [Buffer, ...Buffer[]];
  readonly randomBytes: RandomBytes;
  readonly clock: Clock;
};

/** Limit of people in one browser's cookie; the one who signed in longest ago is dropped. */
const mostPeople = 5;
const idBytes = 16;

/**
 * One entry for each person of the browser, newest first: the time in milliseconds, a random id,
 * and the hash over both and the account. The entry does not name the account.
 */
export function deviceCookie({
  appUrl,
  hashes,
  randomBytes,
  clock,
}: DeviceCookiePorts): DeviceCookie {
  const cookie = ownCookie(appUrl, {
    name: 'waypost_device',
    form: /^[\w.~-]{1,600}$/,
    maxAgeSeconds: deviceLifeMs / secondMs,
  });

  const entriesOf = (request: Request): Entry[] => {
    const text = cookie.read(request) ?? '';
    return text.split('~', mostPeople).flatMap((part) => entryIn(part) ?? []);
  };
  const hashesOf = ({ atMs, id }: Omit<Entry, 'given'>, userId: string) =>
    hashes(`${userId} ${atMs} ${id}`);
  const isOf = (userId: string) => (entry: Entry) => {
    const given = Buffer.from(entry.given, 'hex');
    return hashesOf(entry, userId).some((right) => timingSafeEqual(given, right));
  };

  return {
    read(request) {
      const entries = entriesOf(request);
      return (userId) => {
        const entry = entries.find(isOf(userId));
        return entry === undefined ? null : deviceOf(entry);
      };
    },
    give(request, userId) {
      const isOwn = isOf(userId);
      const id = randomBytes(idBytes).toBase64({ alphabet: 'base64url', omitPadding: true });
      const fresh = { atMs: clock.now(), id };
      const others = entriesOf(request).filter((entry) => !isOwn(entry));
      const [made] = hashesOf(fresh, userId);
      const entries = [{ ...fresh, given: made.toString('hex') }, ...others].slice(0, mostPeople);
      return cookie.give(
        entries.map(({ atMs, id: of, given }) => `${atMs}.${of}.${given}`).join('~'),
      );
    },
  };
}

type Entry = { readonly atMs: number; readonly id: string; readonly given: string };

function entryIn(part: string): Entry | null {
  const [, at, id, given] = /^(\d{1,15})\.([\w-]{22})\.([\da-f]{64})$/.exec(part) ?? [];
  if (at === undefined || id === undefined || given === undefined) return null;
  return { atMs: Number(at), id, given };
}

function deviceOf({ atMs, id }: Entry): KnownDevice {
  return { id, signedInAt: new Date(atMs) };
}
