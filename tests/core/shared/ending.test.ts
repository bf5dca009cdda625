import { expect, test } from 'bun:test';
import { endAll } from '#core/shared/ending';
import { silentLog } from '#tests/support/doubles/silent-log';

test('[graceful-stop] a part that hangs and one that fails do not stop the others from ending', async () => {
  const ended: string[] = [];
  const hangs = () => new Promise(() => {});
  const fails = () => {
    throw new Error('gone already');
  };
  const ends = async () => ended.push('the other');

  await endAll([hangs, fails, ends], { withinMs: 20, log: silentLog });

  expect(ended).toEqual(['the other']);
});
