import { describe, expect, test } from 'bun:test';
import { mostUploadBytes } from '#contract/accounts/person-limits';
import { Refusal } from '#core/shared/refusal';
import { pictureWorld, somePicture } from '#tests/support/worlds/accounts/picture-world';

describe('[pictures] an upload', () => {
  test('becomes the picture of its person as a painted copy, and the original is deleted', async () => {
    const { somebody, objects, showAvatar, time } = pictureWorld();
    const person = await somebody();
    const address = await person.uploaded();
    expect(objects.size).toBe(1);

    const { profileImageUrl } = await person.finish(address);

    expect(profileImageUrl).toMatch(
      new RegExp(`^/api/avatars/[\\da-f]{32}\\.jpg\\?t=${time.nowMs}$`),
    );
    const name = profileImageUrl?.replace(/^.*\/|\?.*$/g, '') ?? '';
    expect(await showAvatar(name)).toEqual(new Uint8Array([0, ...somePicture]));
    expect(objects.size).toBe(1);
  });

  test('may be named without the signature in its address, and is used once', async () => {
    const { somebody } = pictureWorld();
    const person = await somebody();
    const address = await person.uploaded();

    await person.finish(`${address}?signature=gone`);

    await expect(person.finish(address)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('[separate-accounts] of somebody else is refused as one that never was, and stays theirs', async () => {
    const { somebody } = pictureWorld();
    const [person, other] = [await somebody(), await somebody('grace@example.com')];
    const address = await person.uploaded();
    const refusals = await Promise.all(
      [address, await other.offered(), 'https://evil.example/a.jpg', ''].map((wrong) =>
        other.finish(wrong).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          return `${error.code} ${error.message}`;
        }),
      ),
    );

    expect(new Set(refusals)).toEqual(new Set(['not_found Please upload the picture again']));
    expect((await person.finish(address)).profileImageUrl).not.toBeNull();
  });

  test.each([
    ['no picture', 'Please select an image file.'],
    ['not square', 'Please select a square picture'],
    ['too many pixels', 'Please select a picture with at most 25 megapixels'],
  ] as const)('that the painter refuses as %p is not kept', async (why, message) => {
    const { somebody, refusal, objects, users } = pictureWorld();
    const person = await somebody();
    refusal.now = { kind: 'refused', why };

    await expect(person.finish(await person.uploaded())).rejects.toMatchObject({
      code: 'invalid',
      message,
      issues: [{ path: 'avatarURL', message }],
    });

    expect(objects.size).toBe(0);
    expect(users.userById(person.user.id)?.profileImageUrl).toBeNull();
  });

  test('that is larger than an upload may be is refused', async () => {
    const { somebody, objects } = pictureWorld();
    const person = await somebody();
    const address = await person.uploaded();
    for (const key of objects.keys()) objects.set(key, new Uint8Array(mostUploadBytes + 1));

    await expect(person.finish(address)).rejects.toMatchObject({ code: 'too_large' });
  });
});

describe('the picture of a person', () => {
  test('is replaced under a new name, and removed with null', async () => {
    const { somebody, showAvatar, sweep, time, users } = pictureWorld();
    const person = await somebody();
    const first = await person.shows();
    const second = await person.shows();
    time.nowMs += 1;
    await sweep();
    expect(second).not.toBe(first);
    await expect(showAvatar(first)).rejects.toMatchObject({ code: 'not_found' });
    await showAvatar(second);

    await person.finish(null);
    await sweep();

    expect(users.userById(person.user.id)?.profileImageUrl).toBeNull();
    await expect(showAvatar(second)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is found by its own name alone', async () => {
    const { somebody, showAvatar } = pictureWorld();
    const name = await (await somebody()).shows();

    for (const wrong of [`../avatars/${name}`, name.replace('jpg', 'png'), 'x.jpg', '']) {
      await expect(showAvatar(wrong)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  test('is not kept for an account that was deleted meanwhile', async () => {
    const { somebody, users, objects, sweep } = pictureWorld();
    const person = await somebody();
    const address = await person.uploaded();
    users.remove(person.user.id);

    await expect(person.finish(address)).rejects.toMatchObject({ code: 'not_found' });
    await sweep();

    expect(objects.size).toBe(0);
  });
});
