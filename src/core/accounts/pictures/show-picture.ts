import { notFound } from '#core/shared/refusal';
import type { ObjectStore, ShownKind } from './object-store.ts';

/** Far above the size of every picture that Waypost encodes. */
const maxShownBytes = 2 * 1024 * 1024;

type Ports = { readonly store: Pick<ObjectStore, 'read'> };

/** The JPEG of a published picture, by the last segment of its address. Refuses `not_found`. */
export function showPicture({ store }: Ports, kind: ShownKind) {
  return async (name: string): Promise<Uint8Array<ArrayBuffer>> => {
    const [, id] = /^([0-9a-f]{32})\.jpg$/.exec(name) ?? [];
    if (id === undefined) throw notFound();

    const found = await store.read(`${kind}/${id}`, maxShownBytes);
    if (found.kind !== 'found') throw notFound();
    return found.bytes;
  };
}

/** The JPEG of a profile picture. Refuses `not_found`. */
export function showAvatar(ports: Ports) {
  return showPicture(ports, 'avatars');
}
