/** The file descriptors of one thread. Some are held in reserve for files that must open. */
export type Descriptors = {
  /**
   * Runs `work`, which opens a file or starts a process. When no descriptor is left, it releases
   * the reserve, runs `work` again, and fills the reserve afterwards. `work` must be repeatable and
   * synchronous. Throws what `work` throws.
   */
  open<T>(work: () => T): T;
  /** Refills the reserve, after a file was closed. */
  closed(): void;
};

/** Descriptors without a reserve. */
export const noReserve: Descriptors = { open: (work) => work(), closed: () => {} };
