import type { Folder } from '#core/links/labels/folders';
import { mostFolders } from '#core/links/labels/folders';
import type { LabelFilter } from '#core/links/labels/label-filter';
import type {
  LabelIds,
  LinkLabels,
  LinkLabelsPorts,
  WantedLabel,
} from '#core/links/labels/link-labels';
import { unlabelled } from '#core/links/labels/label-name';
import { colorOfNext, mostTags, type Tag } from '#core/links/labels/tags';

type Owned<Label> = Label & { readonly userId: string };
type Kept = { readonly tagIds: readonly string[]; readonly folderId: string | null };

/** Stands for the id of a folder that the account has no room for. */
const full = 'full';
const nothing: Kept = { tagIds: [], folderId: null };

/** The labels of links in memory, with the same contract as in Postgres. */
export function memoryLabels() {
  const tags: Owned<Tag>[] = [];
  const folders: Owned<Folder>[] = [];
  const kept = new Map<string, Kept>();

  const find = <Label extends Owned<Folder>>(all: readonly Label[], userId: string, text: string) =>
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

  const ports: LinkLabelsPorts = {
    async labelsOf(_userId, linkIds) {
      return new Map(linkIds.map((id) => [id, labelsOfLink(id)]));
    },

    async settleLabels(userId, wanted) {
      const isMissing = (all: readonly Owned<Folder>[], label: WantedLabel) =>
        label.by === 'id' && find(all, userId, label.id) === null;
      if (wanted.tags.some((tag) => isMissing(tags, tag)))
        return { kind: 'missing', field: 'tags' };
      if (wanted.folder && isMissing(folders, wanted.folder)) {
        return { kind: 'missing', field: 'folder' };
      }
      const added = tags.length;
      const tagIds = wanted.tags.map((tag) => {
        if (tag.by === 'id') return tag.id;
        const found = find(tags, userId, tag.name);
        if (found) return found.id;
        const count = tags.filter((each) => each.userId === userId).length;
        tags.push({ id: tag.newId, userId, name: tag.name, color: colorOfNext(count) });
        return tag.newId;
      });
      if (tags.filter((each) => each.userId === userId).length > mostTags) {
        tags.length = added;
        return { kind: 'full', field: 'tags' };
      }
      const folderId = wanted.folder && folderOf(userId, wanted.folder);
      if (folderId === full) {
        tags.length = added;
        return { kind: 'full', field: 'folder' };
      }
      return { kind: 'settled', tagIds: [...new Set(tagIds)], folderId };
    },
  };

  function folderOf(userId: string, folder: WantedLabel): string {
    if (folder.by === 'id') return folder.id;
    const found = find(folders, userId, folder.name);
    if (found) return found.id;
    if (folders.filter((each) => each.userId === userId).length >= mostFolders) return full;
    folders.push({ id: folder.newId, userId, name: folder.name });
    return folder.newId;
  }

  return {
    ...ports,
    put(linkId: string, labels: LabelIds): void {
      kept.set(linkId, { ...(kept.get(linkId) ?? nothing), ...labels });
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

function isAmong(labels: readonly Folder[], texts: readonly string[]): boolean {
  if (texts.length === 0) return true;
  if (labels.length === 0) return texts.includes(unlabelled);
  return labels.some(({ id, name }) => texts.some((text) => text === id || isSame(text, name)));
}

function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
