import { describe, expect, test } from 'bun:test';
import type { ObjectKey, Objects } from '#core/accounts/pictures/ports';
import type { Users } from '#core/accounts/ports';
import { hourMs, minuteMs } from '#core/shared/time';
import { someUser } from './accounts.ts';

export type PicturesUnderTest = {
  readonly users: Pick<Users, 'add' | 'findByEmail'>;
  readonly pictures: Objects;
  removeAccount(userId: string): Promise<unknown>;
};

const nowMs = Date.UTC(2026, 5, 1, 12);
const at = (laterMs = 0) => new Date(nowMs + laterMs);
const keyOf = (kind: 'uploads' | 'avatars'): ObjectKey =>
  `${kind}/${crypto.randomUUID().replaceAll('-', '')}`;

/** What every list of pictures promises. Each test begins with an empty one. */
export function picturesContract(name: string, make: () => Promise<PicturesUnderTest>): void {
  async function start() {
    const { users, pictures, removeAccount } = await make();
    const newPerson = async () => {
      const user = someUser();
      await users.add(user, 'hash');
      return user;
    };
    const user = await newPerson();
    const open = async (createdAt = at(), userId = user.id) => {
      const key = keyOf('uploads');
      const times = { expiresAt: at(2 * minuteMs), removeAt: at(4 * minuteMs) };
      const most = { limit: 2, windowMs: hourMs };
      const waitSeconds = await pictures.open({ key, userId, createdAt, ...times }, most);
      return { key, waitSeconds };
    };
    /** Publishes a new picture; returns its key. */
    const show = async (when = at()) => {
      const key = keyOf('avatars');
      const draft = { key, userId: user.id, createdAt: when, removeAt: at(10 * minuteMs) };
      await pictures.draft(draft);
      await pictures.publish(user.id, { key, url: `/api/${key}` }, when);
      return key;
    };
    const imageOf = async () => (await users.findByEmail(user.email))?.user.profileImageUrl;
    return { pictures, user, newPerson, open, show, imageOf, removeAccount };
  }

  describe(`${name}: uploads`, () => {
    test('an account begins a limited number within a time', async () => {
      const { open, newPerson } = await start();
      expect((await open()).waitSeconds).toBe(0);
      expect((await open(at(minuteMs))).waitSeconds).toBe(0);

      expect((await open(at(2 * minuteMs))).waitSeconds).toBe(58 * 60);
      expect((await open(at(2 * minuteMs), (await newPerson()).id)).waitSeconds).toBe(0);

      expect((await open(at(hourMs))).waitSeconds).toBe(0);
    });

    test('the limit holds for uploads that begin side by side', async () => {
      const { open, newPerson } = await start();
      const begun: number[] = [];

      // The first round opens the connections on which the other rounds meet.
      for (let round = 0; round < 3; round += 1) {
        const { id } = await newPerson();
        const opened = await Promise.all(Array.from({ length: 10 }, () => open(at(), id)));
        begun.push(opened.filter(({ waitSeconds }) => waitSeconds === 0).length);
      }

      expect(begun).toEqual([2, 2, 2]);
    });

    test('one begins once, and not for an account that is gone', async () => {
      const { pictures, open, user, removeAccount } = await start();
      const [{ key }, other] = [await open(), await open()];

      const begun = await Promise.all([1, 2, 3].map(() => pictures.receive(key, at())));
      expect(begun.filter(Boolean)).toHaveLength(1);
      expect(await pictures.receive(keyOf('uploads'), at())).toBe(false);
      await removeAccount(user.id);
      expect(await pictures.receive(other.key, at())).toBe(false);
    });

    test('one is used once, by its own account, until it is to be removed', async () => {
      const { pictures, open, user, newPerson } = await start();
      const [{ key }, late] = [await open(), await open()];
      const stranger = await newPerson();

      expect(await pictures.use(stranger.id, key, at())).toBe(false);
      const used = await Promise.all([1, 2, 3].map(() => pictures.use(user.id, key, at())));
      expect(used.filter(Boolean)).toHaveLength(1);
      expect(await pictures.use(user.id, late.key, at(4 * minuteMs))).toBe(false);
      expect(await pictures.use(user.id, keyOf('uploads'), at())).toBe(false);
    });
  });

  describe(`${name}: the picture of an account`, () => {
    test('is shown from its publication, and its former one is removed', async () => {
      const { pictures, show, imageOf } = await start();
      const first = await show();
      expect(await imageOf()).toBe(`/api/${first}`);
      expect(await pictures.due(at(hourMs), 10)).toEqual([]);

      const second = await show(at(1));

      expect(await imageOf()).toBe(`/api/${second}`);
      expect(await pictures.due(at(0), 10)).toEqual([]);
      expect(await pictures.due(at(1), 10)).toEqual([first]);
    });

    test('is taken away', async () => {
      const { pictures, show, imageOf, user } = await start();
      const key = await show();

      const changed = await pictures.publish(user.id, null, at(1));

      expect([changed?.id, await imageOf()]).toEqual([user.id, null]);
      expect(await pictures.due(at(1), 10)).toEqual([key]);
    });

    test('is not kept for an account that is gone', async () => {
      const { pictures, user, removeAccount } = await start();
      await removeAccount(user.id);
      const key = keyOf('avatars');
      const draft = { key, userId: user.id, createdAt: at(), removeAt: at(minuteMs) };

      expect(await pictures.draft(draft)).toBe(false);
      expect(await pictures.publish(user.id, null, at())).toBeNull();
    });
  });

  describe(`${name}: objects to remove`, () => {
    test('are those whose time is over, the longest waiting first, until they are removed', async () => {
      const { pictures, open, user } = await start();
      const { key } = await open();
      const draft = { key: keyOf('avatars'), userId: user.id, createdAt: at() };
      await pictures.draft({ ...draft, removeAt: at(minuteMs) });
      expect(await pictures.due(at(minuteMs - 1), 10)).toEqual([]);
      expect(await pictures.due(at(4 * minuteMs), 10)).toEqual([draft.key, key]);
      expect(await pictures.due(at(4 * minuteMs), 1)).toEqual([draft.key]);

      await pictures.postpone(draft.key, at(5 * minuteMs));
      await pictures.settle(key, at(4 * minuteMs));

      expect(await pictures.due(at(4 * minuteMs), 10)).toEqual([]);
      expect(await pictures.due(at(5 * minuteMs), 10)).toEqual([draft.key]);
    });

    test('stay due when they may still be uploaded again', async () => {
      const { pictures, open } = await start();
      const { key } = await open();

      await pictures.settle(key, at());

      expect(await pictures.due(at(4 * minuteMs), 10)).toEqual([key]);
    });

    test('of a deleted account are all of them, at once', async () => {
      const { pictures, open, show, user, removeAccount } = await start();
      const keys = [await show(), (await open()).key];

      await removeAccount(user.id);

      expect((await pictures.due(at(), 10)).toSorted()).toEqual(keys.toSorted());
    });

    test('[complete-erasure] are known as removed afterwards, also of a deleted account, and what is in use never is', async () => {
      const { pictures, open, show, user, removeAccount } = await start();
      const [replaced, shown, { key }] = [await show(), await show(at(1)), await open()];
      const draft = { key: keyOf('avatars'), userId: user.id, createdAt: at() };
      await pictures.draft({ ...draft, removeAt: at(10 * minuteMs) });
      const keys = [replaced, shown, key, draft.key, keyOf('avatars')];
      for (const each of await pictures.due(at(4 * minuteMs), 10)) {
        await pictures.settle(each, at(4 * minuteMs));
      }
      const known = async () => (await pictures.removed(keys)).toSorted();
      expect(await known()).toEqual([replaced, key].toSorted());

      await removeAccount(user.id);
      expect(await known()).toEqual([replaced, key].toSorted());
      for (const each of await pictures.due(at(10 * minuteMs), 10)) {
        await pictures.settle(each, at(10 * minuteMs));
      }
      expect(await known()).toEqual([replaced, shown, key, draft.key].toSorted());
      await pictures.forget(at(10 * minuteMs + 1));
      expect(await known()).toEqual([]);
    });

    test('count against the limit until their record is forgotten', async () => {
      const { pictures, open } = await start();
      const [{ key }] = [await open(), await open()];
      await pictures.settle(key, at(5 * minuteMs));
      await pictures.forget(at(5 * minuteMs));
      expect((await open(at(5 * minuteMs))).waitSeconds).toBe(55 * 60);

      await pictures.forget(at(5 * minuteMs + 1));

      expect((await open(at(5 * minuteMs))).waitSeconds).toBe(0);
    });
  });
}
