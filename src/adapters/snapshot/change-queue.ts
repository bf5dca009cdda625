import type { IndexChange } from '#core/redirect/link-index';
import type { RoutedLink } from '#core/redirect/routed-link';
import { linksPerLine, type SnapshotFile } from './snapshot-file.ts';
import type { Gone } from './snapshot-line.ts';

/** Changes that are not in the snapshot yet, in order. */
export type ChangeQueue = {
  push(change: IndexChange): void;
  /** Appends all of them to a file, and removes each part from the queue before it is written. */
  writeTo(file: SnapshotFile): Promise<void>;
  /** Appends them to a file, but keeps them for a second file. */
  writeToBoth(file: SnapshotFile): Promise<void>;
};

export function changeQueue(): ChangeQueue {
  let waiting: IndexChange[] = [];
  /** Changes that are only in the first of two files. */
  let owed: IndexChange[] = [];

  const writeTo = async (file: SnapshotFile, onto: IndexChange[] | null): Promise<void> => {
    while (waiting.length > 0) {
      const changes = waiting.splice(0, linksPerLine);
      onto?.push(...changes);
      await file.add(...sorted(changes));
    }
  };

  return {
    push: (change) => void waiting.push(change),
    writeTo(file) {
      waiting = [...owed, ...waiting];
      owed = [];
      return writeTo(file, null);
    },
    writeToBoth: (file) => writeTo(file, owed),
  };
}

/** Several changes as one line; for each link only the last one counts. */
function sorted(changes: readonly IndexChange[]): [RoutedLink[], Gone[]] {
  const last = new Map<string, IndexChange>();
  for (const change of changes) {
    last.set(change.kind === 'put' ? change.link.id : change.linkId, change);
  }
  const links: RoutedLink[] = [];
  const gone: Gone[] = [];
  for (const change of last.values()) {
    if (change.kind === 'put') links.push(change.link);
    else gone.push({ linkId: change.linkId, isErased: change.isErased });
  }
  return [links, gone];
}
