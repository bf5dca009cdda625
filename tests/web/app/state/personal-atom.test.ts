import { expect, test } from 'bun:test';
import { type Atom, createStore } from 'jotai';
import { inPage } from '#tests/support/page';
import { until } from '#tests/support/until';
import { clientAtom } from '#web/app/state/client.ts';

const { userIdAtom } = await inPage(() => import('#web/app/state/account.ts'));
const { openedLinksAtom, rememberOpenedAtom } = await inPage(
  () => import('#web/features/links/opened-links.ts'),
);
const { designIn, qrDesignAtom } = await inPage(() => import('#web/features/qr/qr-design.ts'));

const usual = designIn(null);

test('what a person wrote or opened is not shown to another person in the same browser', async () => {
  const store = createStore();
  const client = store.get(clientAtom);
  const follow = (followed: Atom<unknown>) => store.sub(followed, () => {});
  const stops = [userIdAtom, qrDesignAtom, openedLinksAtom].map(follow);
  const signIn = async (id: string) => {
    client.setQueryData(['auth', 'user'], { id });
    await until(`${id} is signed in`, () => store.get(userIdAtom) === id);
  };
  client.setQueryData(['links', 'one', 'x'], { id: 'x' });
  await signIn('ada');
  store.set(qrDesignAtom, { ...usual, text: 'Menu' });
  store.set(rememberOpenedAtom, 'x');

  await signIn('charles');
  expect(store.get(qrDesignAtom)).toEqual(usual);
  expect(store.get(openedLinksAtom)).toEqual([]);

  await signIn('ada');
  expect(store.get(qrDesignAtom).text).toBe('Menu');
  expect(store.get(openedLinksAtom).map(({ id }) => id)).toEqual(['x']);
  for (const stop of stops) stop();
  client.clear();
});
