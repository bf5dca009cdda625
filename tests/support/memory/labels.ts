import { type FolderOfLink, mostFolders, mostTags, type TagOfLink } from '#contract/links/labels';
import { unlabelled } from '#contract/analytics/report-filters';
import {
  colorOfNext,
  type LabelFilter,
  type LinkLabels,
  type RefusedLabels,
  type WantedLabel,
  type WantedLabels,
} from '#core/links/labels';
import type { Links } from '#core/links/ports';

type Owned<Label> = Label & { readonly userId: string };
type Kept = { readonly tagIds: readonly string[]; readonly folderId: string | null };

const nothing: Kept = { tagIds: [], folderId: null };

/** The labels of links in memory, with the same contract as in Postgres. */
export function memoryLabels() {
  const tags: Owned<TagOfLink>[] = [];
  const folders: Owned<FolderOfLink>[] = [];
  const kept = new Map<string, Kept>();

  const find = <Label extends Owned<FolderOfLink>>(
    all: readonly Label[],
    userId: string,
    text: string,
  ) =>
    all.find(
      (label) => label.userId === userId && (label.id === text || isSame(label.name, text)),
    ) ?? null;
  const labelsOfLink = (linkId: string): LinkLabels => {
    const { tagIds, folderId } = kept.get(linkId) ?? nothing;
    const folder = folders.find(({ id }) => id === folderId);
    const its = tags.filter(({ id }) => tagIds.includes(id));
    return {
      folder: folder ? { id: folder.id, name: folder.name } : null,
      tags: its
        .map(({ id, name, color }) => ({ id, name, color }))
        .sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1)),
    };
  };

  const ports: Pick<Links, 'labelsOf' | 'missingLabels'> = {
    async labelsOf(_userId, linkIds) {
      return new Map(linkIds.map((id) => [id, labelsOfLink(id)]));
    },

    missingLabels: async (userId, wanted) => missing(userId, wanted),
  };

  function missing(userId: string, wanted: WantedLabels): RefusedLabels['field'] | null {
    const isMissing = (all: readonly Owned<FolderOfLink>[], label: WantedLabel) =>
      label.by === 'id' && find(all, userId, label.id) === null;
    if (wanted.tags?.some((tag) => isMissing(tags, tag))) return 'tags';
    return wanted.folder && isMissing(folders, wanted.folder) ? 'folder' : null;
  }

  /** How many labels the account would have with the wanted names. */
  function countWith(
    all: readonly Owned<FolderOfLink>[],
    userId: string,
    wanted: readonly WantedLabel[],
  ): number {
    const names = wanted.flatMap((label) => (label.by === 'name' ? [label.name] : []));
    const own = all.flatMap((label) => (label.userId === userId ? [label.name] : []));
    return new Set([...own, ...names].map((name) => name.toLowerCase())).size;
  }

  function tagOf(userId: string, tag: WantedLabel): string {
    const found = find(tags, userId, tag.by === 'id' ? tag.id : tag.name);
    if (found || tag.by === 'id') return found?.id ?? '';
    const count = countWith(tags, userId, []);
    tags.push({ id: tag.newId, userId, name: tag.name, color: colorOfNext(count) });
    return tag.newId;
  }

  function folderOf(userId: string, folder: WantedLabel): string {
    const found = find(folders, userId, folder.by === 'id' ? folder.id : folder.name);
    if (found || folder.by === 'id') return found?.id ?? '';
    folders.push({ id: folder.newId, userId, name: folder.name });
    return folder.newId;
  }

  return {
    ...ports,
    /** Why the account cannot have the wanted labels; null when it can. */
    refused(userId: string, wanted: WantedLabels): RefusedLabels | null {
      const field = missing(userId, wanted);
      if (field !== null) return { kind: 'label_missing', field };
      if (countWith(tags, userId, wanted.tags ?? []) > mostTags) {
        return { kind: 'labels_full', field: 'tags' };
      }
      const folder = wanted.folder ? [wanted.folder] : [];
      return countWith(folders, userId, folder) > mostFolders
        ? { kind: 'labels_full', field: 'folder' }
        : null;
    },
    put(userId: string, linkId: string, wanted: WantedLabels): void {
      const before = kept.get(linkId) ?? nothing;
      kept.set(linkId, {
        tagIds: wanted.tags ? wanted.tags.map((tag) => tagOf(userId, tag)) : before.tagIds,
        folderId:
          wanted.folder === undefined
            ? before.folderId
            : wanted.folder && folderOf(userId, wanted.folder),
      });
    },
    /** Whether a link's labels pass a filter. */
    passes(linkId: string, filter: LabelFilter): boolean {
      const labels = labelsOfLink(linkId);
      const inFolder = labels.folder ? [labels.folder] : [];
      return isAmong(labels.tags, filter.tags) && isAmong(inFolder, filter.folders);
    },
    tagNames: (linkId: string) => labelsOfLink(linkId).tags.map(({ name }) => name),
  };
}

function isAmong(labels: readonly FolderOfLink[], texts: readonly string[]): boolean {
  if (texts.length === 0) return true;
  if (labels.length === 0) return texts.includes(unlabelled);
  return labels.some(({ id, name }) => texts.some((text) => text === id || isSame(text, name)));
}

function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
