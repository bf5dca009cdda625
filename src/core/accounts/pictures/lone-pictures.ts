export type LonePicturesPorts = {
  /** The ids of the other instances that use the database now. */
  readonly others: () => Promise<readonly string[]>;
  /**
   * Leaves the marker of this instance in the folder of pictures, and returns the ids of the
   * instances whose markers are there.
   */
  readonly markers: () => Promise<ReadonlySet<string>>;
  /** Called at most once. */
  readonly warn: () => void;
};

export type LonePictures = {
  /** Looks for other instances again. */
  look(): Promise<void>;
  /** The number of running instances that do not have the pictures of this one. */
  strangers(): number;
};

/**
 * Detects running instances with a different folder of pictures: they cannot show the pictures of
 * this instance. An instance counts only when two looks in a row have found it, because an instance
 * that was just replaced stays registered for some seconds.
 */
export function lonePictures({ others, markers, warn }: LonePicturesPorts): LonePictures {
  let before: readonly string[] = [];
  let strangers = 0;
  let hasWarned = false;

  return {
    async look() {
      const running = await others();
      const shared = running.length === 0 ? new Set<string>() : await markers();
      strangers = running.filter((id) => before.includes(id) && !shared.has(id)).length;
      before = running;
      if (strangers === 0 || hasWarned) return;
      hasWarned = true;
      warn();
    },
    strangers: () => strangers,
  };
}
