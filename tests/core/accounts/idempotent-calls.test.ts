import { describe, expect, test } from 'bun:test';
import { once } from '#core/accounts/idempotent-calls';
import { invalid, Refusal } from '#core/shared/refusal';
import { memoryIdempotentCalls } from '#tests/support/memory/idempotent-calls';

/** Calls of one person, of which each makes a thing. */
function start() {
  const time = { nowMs: 1_780_000_000_000 };
  const calls = memoryIdempotentCalls();
  const made: string[] = [];
  const disk: { wait: Promise<void> } = { wait: Promise.resolve() };
  const make = async (id: string) => {
    made.push(id);
    await disk.wait;
    return { status: 201, text: id };
  };
  const run = (key: string, { fingerprint = 'same', work = make } = {}) =>
    once(
      calls,
      { userId: 'ada', key, fingerprint, chosenId: crypto.randomUUID(), atMs: time.nowMs },
      work,
    );
  return { time, made, disk, run };
}

const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : String(error));

describe('[idempotency-keys] a call with an idempotency key', () => {
  test('has one effect, and its repeats get its answer', async () => {
    const { run, made } = start();

    const first = await run('k');
    const second = await run('k');
    const other = await run('l');

    expect(second).toEqual({ answer: first.answer, isRepeated: true });
    expect([first.isRepeated, other.isRepeated]).toEqual([false, false]);
    expect(made).toEqual([first.answer.text, other.answer.text]);
  });

  test('is refused for another request, and while the first is running', async () => {
    const { run, made, disk } = start();
    const { promise, resolve } = Promise.withResolvers<void>();
    disk.wait = promise;
    const first = run('k');

    const second = await run('k').catch(codeOf);
    const different = await run('k', { fingerprint: 'other' }).catch(codeOf);
    resolve();
    await first;

    expect([second, different]).toEqual(['idempotency_running', 'idempotency_mismatch']);
    expect(made).toHaveLength(1);
  });

  test('has one effect of 20 at once', async () => {
    const { run, made } = start();

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => run('k').then(({ answer }) => answer.text, codeOf)),
    );

    expect(made).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set([made[0] ?? '', 'idempotency_running']));
  });

  test('is done again, with the same id, when a part of it was refused for a reason that passes', async () => {
    const { run, made } = start();
    const busy = async (id: string) => ({ status: 200, text: `${id} busy`, isPassing: true });

    const first = await run('k', { work: busy });
    const second = await run('k');
    const third = await run('k');

    const [id = ''] = made;
    expect(first).toEqual({ answer: { status: 200, text: `${id} busy` }, isRepeated: false });
    expect(second).toEqual({ answer: { status: 201, text: id }, isRepeated: false });
    expect(third).toEqual({ ...second, isRepeated: true });
  });

  test('leaves its key free when it was refused', async () => {
    const { run, made } = start();
    const refuse = () => Promise.reject(invalid({ path: 'url', message: 'Wrong' }));

    expect(await run('k', { work: refuse }).catch(codeOf)).toBe('invalid');
    await run('k', { fingerprint: 'corrected' });

    expect(made).toHaveLength(1);
  });

  test('lets a retry make the same thing after a crash', async () => {
    const { run, made, disk, time } = start();
    disk.wait = new Promise(() => {});
    void run('k');
    while (made.length === 0) await Promise.resolve();

    disk.wait = Promise.resolve();
    time.nowMs += 15_000;
    await run('k');

    expect(made).toEqual([made[0] ?? '', made[0] ?? '']);
  });

  test('succeeds after the disk was full, and makes the same thing', async () => {
    const { run, made, disk } = start();
    disk.wait = Promise.reject(new Refusal('unavailable', 'The disk is full'));
    expect(await run('k').catch(codeOf)).toBe('unavailable');

    disk.wait = Promise.resolve();
    await run('k');

    expect(made).toEqual([made[0] ?? '', made[0] ?? '']);
  });

  test('has one effect also when its answer is too long to keep', async () => {
    const { run } = start();
    const notes = 'x'.repeat(256 * 1024);
    const results = [
      { link: { id: 'first', tags: [{ id: 'a tag' }], notes } },
      { link: null, problem: { code: 'invalid' } },
      { link: { id: 'second' } },
    ];
    const text = JSON.stringify({ results });
    const work = async () => ({ status: 200, text });

    expect((await run('k', { work })).answer).toEqual({ status: 200, text });
    const refused = await run('k', { work }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'conflict', facts: { ids: ['first', 'second'] } });
  });
});
