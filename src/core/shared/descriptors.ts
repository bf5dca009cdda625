/** The file descriptors of one thread, of which some are held in reserve for the files that must open. */
export type Descriptors = {
  /**
   * Does what opens a file or starts a process; when no descriptor is left, once more with the reserve
   * given up, which is taken again afterwards. `work` may be done twice and must not wait.
   * Throws what `work` throws.
   */
  open<T>(work: () => T): T;
  /** A file was closed: the reserve may be filled up. */
  closed(): void;
};

/** Where nothing is held in reserve. */
export const noReserve: Descriptors = { open: (work) => work(), closed: () => {} };
