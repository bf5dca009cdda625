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
  /** How many running instances do not have the pictures of this one. */
  strangers(): number;
};

/**
 * Finds out whether other instances run that have another folder of pictures: the pictures of this
 * one are missing there. An instance counts from the second look on that finds it, because one that
 * has just been replaced is still known for some seconds.
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
