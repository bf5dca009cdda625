import { describe, expect, test } from 'bun:test';
import { mostUploadBytes } from '#contract/accounts/person-limits';
import { hourMs, minuteMs } from '#core/shared/time';
import { pictureWorld, somePicture } from '#tests/support/worlds/accounts/picture-world';

describe('[pictures] the address of an upload', () => {
  test('is given ten times an hour to one person', async () => {
    const { somebody, time } = pictureWorld();
    const [person, other] = [await somebody(), await somebody('grace@example.com')];
    const given = [];
    for (let n = 0; n < 10; n += 1) given.push(await person.offered());

    expect(new Set(given).size).toBe(10);
    await expect(person.offered()).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 3600,
    });
    await other.offered();
    time.nowMs += hourMs;

    await person.offered();
  });

  test('works once, for two minutes', async () => {
    const { somebody, send, time } = pictureWorld();
    const person = await somebody();
    const [used, late] = [await person.offered(), await person.offered()];
    time.nowMs += 2 * minuteMs - 1;
    await send(used);
    await expect(send(used)).rejects.toMatchObject({ code: 'conflict' });
    time.nowMs += 1;

    await expect(send(late)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('that this instance did not sign takes nothing, and no body is read', async () => {
    const { send, reads } = pictureWorld();

    await expect(send('https://store.example/uploads/1')).rejects.toMatchObject({
      code: 'forbidden',
    });

    expect(reads.count).toBe(0);
  });

  test('takes only what calls itself a JPEG, and is not used up by anything else', async () => {
    const { somebody, send, reads } = pictureWorld();
    const address = await (await somebody()).offered();

    for (const type of ['image/png', 'text/html', '']) {
      await expect(send(address, somePicture, { type })).rejects.toMatchObject({
        code: 'unsupported_media_type',
      });
    }
    expect(reads.count).toBe(0);

    await send(address);
  });

  test('takes 5 MB and not a byte more, whether they are declared or not', async () => {
    const { somebody, send, reads } = pictureWorld();
    const person = await somebody();
    const tooLarge = new Uint8Array(mostUploadBytes + 1);
    const declared = { bytes: tooLarge.length };

    await send(await person.offered(), tooLarge.slice(1));
    expect(reads).toEqual({ count: 1, maxBytes: mostUploadBytes });
    await expect(send(await person.offered(), tooLarge, declared)).rejects.toMatchObject({
      code: 'too_large',
    });
    expect(reads.count).toBe(1);
    await expect(send(await person.offered(), tooLarge)).rejects.toMatchObject({
      code: 'too_large',
    });
  });

  test('takes exactly the announced size', async () => {
    const { somebody, offerUpload, send, objects } = pictureWorld();
    const { user } = await somebody();
    const announced = () => offerUpload(user.id, somePicture.length);
    const longer = new Uint8Array([...somePicture, 1]);

    await expect(send(await announced(), longer, { bytes: 4 })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(send(await announced(), somePicture.slice(1))).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(objects.size).toBe(0);

    await send(await announced());
  });

  test('takes no empty picture', async () => {
    const { somebody, send } = pictureWorld();
    const address = await (await somebody()).offered();

    await expect(send(address, new Uint8Array())).rejects.toMatchObject({ code: 'malformed' });
  });

  test('of a deleted account takes nothing any more', async () => {
    const { somebody, send, users } = pictureWorld();
    const person = await somebody();
    const address = await person.offered();
    users.remove(person.user.id);

    await expect(send(address)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('objects that nobody needs', () => {
  test('are removed: an upload that never became a picture, and not before it is over', async () => {
    const { somebody, sweep, objects, time } = pictureWorld();
    const person = await somebody();
    const address = await person.uploaded();
    await sweep();
    expect(objects.size).toBe(1);

    time.nowMs += 5 * minuteMs;
    await sweep();

    expect(objects.size).toBe(0);
    await expect(person.finish(address)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('[complete-erasure] are removed with their account, and those of others stay', async () => {
    const { somebody, sweep, showAvatar, users, objects } = pictureWorld();
    const [person, other] = [await somebody(), await somebody('grace@example.com')];
    await person.shows();
    await person.uploaded();
    const others = await other.shows();

    users.remove(person.user.id);
    await sweep();

    await showAvatar(others);
    expect(objects.size).toBe(1);
  });

  test('are tried again later when the store fails, after the others', async () => {
    const { somebody, sweep, objects, failing, time } = pictureWorld();
    const person = await somebody();
    await person.uploaded();
    const [first] = [...objects.keys()];
    if (first) failing.add(first);
    time.nowMs += 1;
    await person.uploaded();
    time.nowMs += 5 * minuteMs;

    await expect(sweep()).rejects.toThrow('The store is away');
    expect(objects.size).toBe(2);
    await sweep();
    expect([...objects.keys()]).toEqual(first ? [first] : []);
    failing.clear();
    time.nowMs += minuteMs;
    await sweep();

    expect(objects.size).toBe(0);
  });
});
