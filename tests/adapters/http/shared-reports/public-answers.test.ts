import { expect, test } from 'bun:test';
import { publicAnswers } from '#adapters/http/shared-reports/public-answers';
import { Refusal } from '#core/shared/refusal';
import { minuteMs, secondMs } from '#core/shared/time';

function world() {
  const time = { nowMs: 1000 };
  const answers = publicAnswers({ now: () => time.nowMs });
  /** The questions that run, and what ends each of them. */
  const running = new Map<string, () => void>();
  let asked = 0;
  /** Asks; without a `key` what nobody asked before. */
  const ask = (page: string, network: string, key = `${page} ${(asked += 1)}`) =>
    answers
      .to({ page, key, network, request: new Request('http://localhost') }, async () => {
        await new Promise<void>((resolve) => running.set(key, resolve));
        running.delete(key);
        return `answer to ${key}`;
      })
      .catch((error: unknown) => (error instanceof Refusal ? error.code : error));
  const end = async (key: string) => {
    running.get(key)?.();
    await Bun.sleep(1);
  };
  const runs = async () => {
    await Bun.sleep(1);
    return [...running.keys()];
  };
  return { time, answers, ask, end, runs };
}

test('[fair-share] one page of many networks, or one network at many pages, leaves a slot', async () => {
  const { ask, end, runs, answers } = world();
  for (let n = 0; n < 8; n += 1) void ask('own', `2001:db8:${n}:0::/64`, `own ${n}`);
  expect(await runs()).toEqual(['own 0']);
  const other = ask('other', '203.0.113.7', 'other');

  expect(await runs()).toEqual(['own 0', 'other']);
  await end('other');
  expect(await other).toBe('answer to other');
  for (let n = 0; n < 8; n += 1) void ask(`page ${n}`, '198.51.100.1', `page ${n}`);
  expect(await runs()).toEqual(['own 0', 'page 0']);
  expect(answers.waiting()).toBe(14);
});

test('[fair-share] who comes anew waits for one question of each network that came before', async () => {
  const { ask, end, runs } = world();
  for (const page of ['a', 'b', 'c']) {
    for (let n = 0; n < 4; n += 1) void ask(page, `10.0.${page.charCodeAt(0)}.${n}`, `${page}${n}`);
  }
  void ask('other', '203.0.113.7', 'other');

  const begun = [...(await runs())];
  for (let at = 0; !begun.includes('other'); at += 1) {
    await end(begun[at] ?? '');
    begun.push(...(await runs()).filter((key) => !begun.includes(key)));
  }
  expect(begun).toEqual(['a0', 'b0', 'a1', 'b1', 'c0', 'other']);
});

test('equal questions share one query, and its answer for ten seconds', async () => {
  const { time, ask, end, runs } = world();
  const [first, second] = [ask('a', '10.0.0.1', 'q'), ask('a', '10.0.1.1', 'q')];
  expect(await runs()).toEqual(['q']);
  const third = ask('a', '10.0.2.1', 'q');
  await end('q');

  for (const asked of [first, second, third]) expect(await asked).toBe('answer to q');
  time.nowMs += 10 * secondMs - 1;
  expect(await ask('a', '10.0.0.1', 'q')).toBe('answer to q');
  time.nowMs += 1;
  void ask('a', '10.0.0.1', 'q');
  expect(await runs()).toEqual(['q']);
});

test('a hundred answers are kept, and the oldest makes room', async () => {
  const { ask, end, runs } = world();
  for (let n = 0; n < 101; n += 1) {
    const answer = ask('a', `10.0.${n}.1`, `q${n}`);
    await runs();
    await end(`q${n}`);
    await answer;
  }

  expect(await ask('a', '10.0.0.1', 'q1')).toBe('answer to q1');
  void ask('a', '10.0.0.1', 'q0');
  expect(await runs()).toEqual(['q0']);
});

test('a network asks sixty new questions a minute, and kept answers as often as it likes', async () => {
  const { time, ask, end, runs } = world();
  for (let n = 0; n < 60; n += 1) {
    const answer = ask('a', '10.0.0.1', `q${n}`);
    await runs();
    await end(`q${n}`);
    await answer;
  }

  expect(await ask('b', '10.0.0.1')).toBe('too_many_requests');
  expect(await ask('a', '10.0.0.1', 'q59')).toBe('answer to q59');
  void ask('b', '10.0.1.1', 'another network');
  expect(await runs()).toEqual(['another network']);
  time.nowMs += minuteMs;
  void ask('c', '10.0.0.1', 'a minute later');
  expect(await runs()).toEqual(['another network', 'a minute later']);
});

test('a failed query is not kept, and frees its slot', async () => {
  const { answers, ask, runs } = world();
  const request = new Request('http://localhost');
  const failing = answers.to({ page: 'a', key: 'q', network: '10.0.0.1', request }, () =>
    Promise.reject(new Error('away')),
  );

  expect(failing).rejects.toThrow('away');
  await failing.catch(() => null);
  void ask('a', '10.0.0.1', 'q');
  expect(await runs()).toEqual(['q']);
});
