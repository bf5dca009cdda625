export type ForgetMailsPorts = {
  readonly files: {
    /** The ids of all mails that exist as files here. */
    ids(): Promise<readonly string[]>;
    /** Removes a mail's file; does nothing when there is none. */
    remove(id: string): Promise<void>;
  };
  readonly outbox: {
    /** The ids that the outbox no longer knows. */
    unknownOf(ids: readonly string[]): Promise<readonly string[]>;
  };
};

const atOnce = 1000;

/**
 * Removes the files of mails that the outbox has deleted, because their person is gone or they are
 * old. A file is written only while the outbox knows its mail, so the next run removes files that a
 * stop or a kill left behind.
 */
export function forgetMails({ files, outbox }: ForgetMailsPorts) {
  return async (signal: AbortSignal): Promise<void> => {
    const ids = await files.ids();
    for (let start = 0; start < ids.length && !signal.aborted; start += atOnce) {
      const unknown = await outbox.unknownOf(ids.slice(start, start + atOnce));
      for (const id of unknown) await files.remove(id);
    }
  };
}
