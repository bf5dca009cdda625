import { statfs } from 'node:fs/promises';
import type { Log } from '#core/shared/log';
import { Refusal } from '#core/shared/refusal';
import { scarceSpace } from '#core/shared/scarce-space';
import { minuteMs } from '#core/shared/time';
import { chunkBytes } from './reserve/chunk.ts';
import { openReserve } from './reserve/reserve.ts';
import { tendReserve } from './reserve/tend-reserve.ts';
import { spoolFolder } from './segments.ts';

type Opening = { readonly reserveMb: number; readonly dataDir: string; readonly log: Log };

const warnEveryMs = 10 * minuteMs;
const retryAfterSeconds = 60;
const megabyte = 1 << 20;

/**
 * The disk of DATA_DIR: its free space, and the reserve that only the spool may use. Opens the
 * existing reserve; `look` has to run again and again.
 */
export function openDisk({ reserveMb, dataDir, log }: Opening) {
  const chunks = Math.ceil((reserveMb * megabyte) / chunkBytes);
  const folder = spoolFolder(dataDir);
  const reserve = openReserve(folder, chunks);
  const tend = tendReserve({ folder, chunks, reserve });
  const judge = scarceSpace(chunks * chunkBytes);
  const report = spaceReport(log);
  let isLow = false;
  let freeBytes = Number.POSITIVE_INFINITY;

  return {
    reserve,

    /** Measures the free space, and keeps the reserve at its size. */
    async look(): Promise<void> {
      const { bavail, bsize } = await statfs(dataDir);
      freeBytes = bavail * bsize;
      const isRefusing = reserve.isInUse();
      isLow = judge({ freeBytes, isRefusing });
      report({ isLow, isRefusing, freeMb: mb(freeBytes), reserveMb: mb(reserveBytes()) });
      await tend(freeBytes);
    },

    /**
     * Whether work that is not urgent should wait: the free space is less than twice the reserve,
     * or a write was refused.
     */
    isLow: () => isLow,
    freeMb: () => mb(freeBytes),
    /** Infinite before the first look. */
    freeBytes: () => freeBytes,
    reserveBytes,
    reserveTargetBytes: chunks * chunkBytes,
    /** Wraps work: it is refused with `unavailable` while space is low. */
    unlessLow:
      <Given extends readonly unknown[], Answer>(work: (...given: Given) => Answer) =>
      (...given: Given): Answer => {
        if (!isLow) return work(...given);
        const message = 'This server has little disk space left. Please try again later.';
        throw new Refusal('unavailable', message, { retryAfterSeconds });
      },
  };

  function reserveBytes(): number {
    return reserve.ready().size * chunkBytes;
  }
}

type Standing = {
  readonly isLow: boolean;
  readonly isRefusing: boolean;
  readonly freeMb: number;
  readonly reserveMb: number;
};

/** Logs when space becomes low, every ten minutes while it is low, and when that is over. */
function spaceReport(log: Log): (standing: Standing) => void {
  let warnedAtMs = Number.NEGATIVE_INFINITY;
  let wasRefusing = false;

  return ({ isLow, isRefusing, ...amounts }) => {
    const nowMs = performance.now();
    const isWarned = warnedAtMs > Number.NEGATIVE_INFINITY;
    if (!isLow && isWarned) {
      log.info('the disk of DATA_DIR has enough free space again', amounts);
      warnedAtMs = Number.NEGATIVE_INFINITY;
    }
    const isWorse = isRefusing && !wasRefusing;
    wasRefusing = isLow && (isRefusing || wasRefusing);
    if (!isLow || (!isWorse && nowMs - warnedAtMs < warnEveryMs)) return;
    warnedAtMs = nowMs;
    const event = isRefusing
      ? 'the disk of DATA_DIR is full and the spool uses its reserve'
      : 'the disk of DATA_DIR is nearly full: exports, uploads, merges and erasures wait';
    log.warn(event, amounts);
  };
}

function mb(bytes: number): number {
  return Math.floor(bytes / megabyte);
}
