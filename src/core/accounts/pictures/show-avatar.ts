import { notFound } from '#core/shared/refusal';
import type { ObjectStore } from './object-store.ts';

/** Far above the size of every picture that Waypost encodes. */
const maxShownBytes = 1024 * 1024;

/** The JPEG of a published picture, by the last segment of its address. Refuses `not_found`. */
export function showAvatar({ store }: { readonly store: Pick<ObjectStore, 'read'> }) {
  return async (name: string): Promise<Uint8Array<ArrayBuffer>> => {
    const [, id] = /^([0-9a-f]{32})\.jpg$/.exec(name) ?? [];
    if (id === undefined) throw notFound();

    const found = await store.read(`avatars/${id}`, maxShownBytes);
    if (found.kind !== 'found') throw notFound();
    return found.bytes;
  };
}
