import type { ObjectKey, Objects, ObjectStore, UploadTerms } from '#core/accounts/pictures/ports';
import { secondMs } from '#core/shared/time';
import type { memoryUsers } from './accounts.ts';

type KeptObject = {
  readonly userId: string;
  readonly createdAt: Date;
  /** Null for the picture that an account shows. */
  readonly removeAt: Date | null;
  readonly isReceived: boolean;
  readonly isUsed: boolean;
  readonly removedAt: Date | null;
};

/** The records of the pictures of the accounts in `users`, in memory. */
export function memoryPictures(users: ReturnType<typeof memoryUsers>): Objects {
  const kept = new Map<ObjectKey, KeptObject>();
  const fresh = { isReceived: false, isUsed: false, removedAt: null };
  const isGone = ({ userId }: KeptObject) => users.userById(userId) === undefined;
  const change = (key: ObjectKey, more: Partial<KeptObject>) => {
    const object = kept.get(key);
    if (object) kept.set(key, { ...object, ...more });
  };

  return {
    async open({ key, userId, createdAt, removeAt }, { limit, windowMs }) {
      const [atMs, isUpload] = [createdAt.getTime(), (id: string) => id.startsWith('uploads/')];
      const begunMs = [...kept]
        .filter(([id, object]) => isUpload(id) && object.userId === userId)
        .map(([, object]) => object.createdAt.getTime())
        .filter((beganMs) => beganMs > atMs - windowMs)
        .toSorted((one, other) => other - one);
      const earliestMs = begunMs[limit - 1];
      if (earliestMs !== undefined) return Math.ceil((earliestMs + windowMs - atMs) / secondMs);
      kept.set(key, { ...fresh, userId, createdAt, removeAt });
      return 0;
    },
    async receive(key) {
      const object = kept.get(key);
      if (!object || object.isReceived || isGone(object)) return false;
      change(key, { isReceived: true });
      return true;
    },
    async use(userId, key, at) {
      const object = kept.get(key);
      if (!object || object.userId !== userId || object.isUsed || isGone(object)) return false;
      if (!key.startsWith('uploads/') || object.removeAt === null || object.removeAt <= at)
        return false;
      change(key, { isUsed: true });
      return true;
    },
    async draft({ key, userId, createdAt, removeAt }) {
      if (!users.userById(userId)) return false;
      kept.set(key, { ...fresh, userId, createdAt, removeAt });
      return true;
    },
    async publish(userId, shown, at) {
      if (!users.userById(userId)) return null;
      for (const [key, object] of kept) {
        if (object.userId === userId && object.removeAt === null) change(key, { removeAt: at });
      }
      if (shown !== null) change(shown.key, { removeAt: null });
      users.change(userId, { profileImageUrl: shown?.url ?? null });
      return users.userById(userId) ?? null;
    },
    async due(at, limit) {
      return [...kept]
        .filter(([, object]) => object.removedAt === null)
        .filter(
          ([, object]) => isGone(object) || (object.removeAt !== null && object.removeAt <= at),
        )
        .toSorted(
          ([, one], [, other]) => (one.removeAt?.getTime() ?? 0) - (other.removeAt?.getTime() ?? 0),
        )
        .slice(0, limit)
        .map(([key]) => key);
    },
    async settle(key, at) {
      const object = kept.get(key);
      if (!object) return;
      const isOver = object.removeAt === null ? isGone(object) : object.removeAt <= at;
      if (isOver) change(key, { removedAt: at });
    },
    async postpone(key, until) {
      change(key, { removeAt: until });
    },
    async forget(removedBefore) {
      for (const [key, { removedAt }] of kept) {
        if (removedAt !== null && removedAt < removedBefore) kept.delete(key);
      }
    },
    async removed(keys) {
      return keys.filter((key) => {
        const object = kept.get(key);
        if (object === undefined || object.removedAt === null) return false;
        return object.removeAt !== null || isGone(object);
      });
    },
  };
}

/** A store of pictures in memory, the terms of the addresses it gave, and whether it is away. */
export function memoryObjects() {
  const objects = new Map<ObjectKey, Uint8Array<ArrayBuffer>>();
  const given = new Map<string, UploadTerms>();
  const failing = new Set<ObjectKey>();
  const store: ObjectStore = {
    async offer(terms) {
      const address = `https://store.example/${terms.key}`;
      given.set(address, terms);
      return address;
    },
    keyOf: (address) => given.get(address.split('?', 1)[0] ?? '')?.key ?? null,
    async read(key, maxBytes) {
      const bytes = objects.get(key);
      if (bytes === undefined) return { kind: 'missing' };
      return bytes.length > maxBytes ? { kind: 'too_large' } : { kind: 'found', bytes };
    },
    async write(key, jpeg) {
      objects.set(key, new Uint8Array(jpeg));
    },
    async remove(key) {
      if (failing.has(key)) throw new Error('The store is away');
      objects.delete(key);
    },
  };
  return { store, objects, given, failing };
}
