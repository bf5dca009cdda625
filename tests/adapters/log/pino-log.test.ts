import { expect, test } from 'bun:test';
import { until } from '#tests/support/until';

test('SIGUSR2 changes to the level debug, and back to the configured one', async () => {
  const script = `
    import { pinoLog } from '#adapters/log/pino-log';
    const { log, toggleDebug } = pinoLog('warn');
    let times = 0;
    process.on('SIGUSR2', () => { toggleDebug(); log.debug('detail', { times: ++times }); });
    log.debug('detail', { times });
    log.warn('ready');
    setInterval(() => {}, 1000);`;
  await using child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' });
  let text = '';
  const reading = (async () => {
    for await (const part of child.stdout) text += new TextDecoder().decode(part);
  })();

  await until('it started', () => text.includes('ready'));
  child.kill('SIGUSR2');
  await until('a line of the level debug', () => text.includes('"times":1'));
  child.kill('SIGUSR2');
  await until('the change back', () => text.split('the log level was changed').length === 3);
  child.kill('SIGKILL');
  await reading;

  expect(text).not.toContain('"times":0');
  expect(text).toContain('"event":"the log level was changed"');
  expect(text).not.toContain('"times":2');
});
