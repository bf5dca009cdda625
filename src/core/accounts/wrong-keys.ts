import { budget } from '#core/shared/limits/budget';
import { refuseFlood } from '#core/shared/limits/rate-limit';
import { recentMap } from '#core/shared/recent-map';
import { minuteMs } from '#core/shared/time';
import type { ApiKeys } from './key-ports.ts';

/** Unknown, revoked and ended keys that one network may send in a minute. */
export const mostWrongKeys = 60;
/** Networks, and keys that were right, that are remembered: at least so many, and at most twice as many. */
export const mostRemembered = 10_000;
const tooMany = 'Too many wrong API keys came from your network. Please try again later.';

type Use = ApiKeys['use'];

/**
 * `use` for each network. It refuses `too_many_requests` without a query when the network has sent too
 * many wrong keys. A key that was right before is looked up all the same, so that nobody is kept out by
 * the wrong keys of a neighbour. Calls of one network with one key at the same time share a query.
 */
export function limitWrongKeys(use: Use): (network: string) => Use {
  const wrong = budget({ limit: mostWrongKeys, windowMs: minuteMs, keys: mostRemembered });
  const wasRight = recentMap<string, boolean>(mostRemembered);
  const asked = new Map<string, ReturnType<Use>>();

  /** A new key counts as wrong until it is found, so that many at once are no more than the limit. */
  const ask = async (digest: string, at: Date, network: string): ReturnType<Use> => {
    const isNew = wasRight.get(digest) !== true;
    if (isNew) refuseFlood(wrong.waitSeconds(network, at.getTime()), tooMany);
    let isWrong = false;
    try {
      const found = await use(digest, at);
      isWrong = found === null || found === 'expired';
      // A key that was never right is not kept: anybody can send many of them, and they would displace
      // the right ones.
      if (!isWrong || !isNew) wasRight.set(digest, !isWrong);
      return found;
    } finally {
      if (isNew && !isWrong) wrong.giveBack(network);
      if (!isNew && isWrong) wrong.waitSeconds(network, at.getTime());
    }
  };

  return (network) => (digest, at) => {
    const call = `${network} ${digest}`;
    const asking = asked.get(call) ?? ask(digest, at, network).finally(() => asked.delete(call));
    asked.set(call, asking);
    return asking;
  };
}
