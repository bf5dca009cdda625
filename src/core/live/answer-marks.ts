import { minuteMs, secondMs, type Clock } from '#core/shared/time';

/** Age at which a change of links is forgotten. Pages compare marks within a minute of an answer. */
const rememberedMs = 10 * minuteMs;
/** How long a mark is reused. The interval of polls is longer. */
const keptMs = 2 * secondMs;

type AnswerMarksPorts = {
  readonly clock: Clock;
  /** Reads the mark of an account's numbers. */
  read(userId: string): Promise<string>;
  /** The mark that the last poll read; undefined for accounts without an open page. */
  lastPolled(userId: string): string | undefined;
};

/**
 * The marks of what open pages show: the state of an account's numbers, and the last change of its
 * links that this instance has noted.
 */
export function answerMarks({ clock, read, lastPolled }: AnswerMarksPorts) {
  const stamps = linkStamps(clock);
  const shared = sharedMarks({ clock, read });
  const of = (userId: string, mark: string): string => `${mark}/${stamps.of(userId)}`;

  return {
    of,
    recordLink: stamps.record,
    /** Forgets all marks, after the numbers of some account have changed. */
    recordNumbers: shared.forget,
    /** The mark with the numbers of the last poll; null before the first poll. */
    lastOf(userId: string): string | null {
      const polled = lastPolled(userId);
      return polled === undefined ? null : of(userId, polled);
    },
    /** The mark for an answer whose data is read afterwards; null when it cannot be read. */
    async read(userId: string): Promise<string | null> {
      const stamp = stamps.of(userId);
      const mark = lastPolled(userId) ?? (await shared.of(userId));
      return mark === null ? null : `${mark}/${stamp}`;
    },
  };
}

/** The last change of each account's links that this instance has noted. */
type LinkStamps = {
  record(userId: string): void;
  /**
   * Changes with each change of the account's links; empty when there was none in the last ten
   * minutes.
   */
  of(userId: string): string;
};

function linkStamps(clock: Clock): LinkStamps {
  /** The oldest change first. */
  const stamps = new Map<string, { readonly atMs: number; readonly text: string }>();
  let changes = 0;
  const forgetOld = (nowMs: number): void => {
    for (const [userId, { atMs }] of stamps) {
      if (nowMs - atMs < rememberedMs) return;
      stamps.delete(userId);
    }
  };

  return {
    record(userId) {
      const atMs = clock.now();
      changes += 1;
      stamps.delete(userId);
      stamps.set(userId, { atMs, text: `${atMs}.${changes}` });
      forgetOld(atMs);
    },
    of(userId) {
      forgetOld(clock.now());
      return stamps.get(userId)?.text ?? '';
    },
  };
}

type SharedMarks = {
  of(userId: string): Promise<string | null>;
  forget(): void;
};

/**
 * Reads the mark of an account's numbers at most once in `keptMs`, unless it is forgotten.
 * Concurrent callers share one read. Null when the mark cannot be read. Reading it costs the event
 * store about as much as the totals of a page of links. A mark that is too old only makes a page
 * load its data once more.
 */
function sharedMarks({ clock, read }: Pick<AnswerMarksPorts, 'clock' | 'read'>): SharedMarks {
  /** The oldest reading first. */
  const readings = new Map<
    string,
    { readonly atMs: number; readonly mark: Promise<string | null> }
  >();
  const forgetOld = (nowMs: number): void => {
    for (const [userId, { atMs }] of readings) {
      // A clock that was set back must not extend this time.
      if (Math.abs(nowMs - atMs) < keptMs) return;
      readings.delete(userId);
    }
  };

  return {
    forget: () => readings.clear(),
    of(userId) {
      const atMs = clock.now();
      forgetOld(atMs);
      const known = readings.get(userId);
      if (known) return known.mark;
      const mark = read(userId).catch(() => {
        // Without the event store there is no mark, and the page loads its data once more.
        readings.delete(userId);
        return null;
      });
      readings.set(userId, { atMs, mark });
      return mark;
    },
  };
}
