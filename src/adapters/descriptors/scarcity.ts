import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Log } from '#core/shared/log';
import { isOutOfDescriptors } from './reserve.ts';

const folder = '/proc/self/fd';
const pollMs = 50;
/** Interval between two counts, for systems where counting means reading a folder. */
const countEveryMs = 500;
/** Many connections can arrive within one interval, so every 16th question also counts. */
const pollEveryQuestions = 16;
/**
 * Descriptors are scarce below this share of the limit, and at most below 512, which is enough for
 * every file and engine.
 */
const scarceBelow = { share: 1 / 4, most: 512 };
/** With fewer descriptors left, a client that lost its connection could not open another one. */
const exhaustedBelow = 8;

type Watching = {
  readonly log: Log;
  /** Called at each check, to fill the reserve again. */
  readonly onPoll: () => void;
};

/**
 * Counts the open descriptors of this process until it ends.
 *
 * @returns whether few are left, so that connections should close after their response, but still
 * some, so that a client can open the next one. Always false where there is no /proc.
 */
export function watchDescriptors({ log, onPoll }: Watching): () => boolean {
  const limit = descriptorLimit();
  if (limit === null) return () => false;
  const threshold = limit - Math.min(limit * scarceBelow.share, scarceBelow.most);
  let isScarce = false;
  let wasSaid = false;

  const poll = (): void => {
    onPoll();
    const open = openDescriptors();
    isScarce = open >= threshold && open < limit - exhaustedBelow;
    if (open >= threshold === wasSaid) return;
    wasSaid = !wasSaid;
    if (wasSaid) log.warn('file descriptors are scarce', { limit });
    else log.info('file descriptors are no longer scarce');
  };
  const isCheap = hasCount();
  setInterval(poll, isCheap ? pollMs : countEveryMs).unref();
  let questions = 0;

  return () => {
    questions += 1;
    // The last descriptor may have been used since the last check. Then this client must keep its
    // connection.
    if (isCheap && (isScarce || questions % pollEveryQuestions === 0)) poll();
    return isScarce;
  };
}

/** The soft limit, which Bun raises to the hard one at its start; null where it is unknown. */
function descriptorLimit(): number | null {
  if (process.platform !== 'linux') return null;
  const line = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
  return line === null ? null : Number(line[1]);
}

/** Whether the folder's size is the number of its entries, as in Linux since 6.2. */
function hasCount(): boolean {
  return statSync(folder).size > 0;
}

function openDescriptors(): number {
  const { size } = statSync(folder);
  if (size > 0) return size;
  try {
    return readdirSync(folder).length;
  } catch (error) {
    if (isOutOfDescriptors(error)) return Number.POSITIVE_INFINITY;
    throw error;
  }
}
