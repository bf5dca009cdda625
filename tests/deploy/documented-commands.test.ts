import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { trials } from '#tests/support/readers/command-list';
import { documentedCommands } from '#tests/support/readers/documented-commands';

const root = join(import.meta.dir, '../..');
const documented = documentedCommands();
const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts);

test('[manuals] every command of README and the manuals is in the list that says which test runs it, and no other', () => {
  const commands = documented.map(({ command }) => command);

  expect(commands.length).toBeGreaterThan(40);
  expect(documented.filter(({ command }) => !(command in trials))).toEqual([]);
  expect(Object.keys(trials).filter((command) => !commands.includes(command))).toEqual([]);
});

test('[manuals] the tests that the list names exist, and contain the command', () => {
  for (const [command, trial] of Object.entries(trials)) {
    if (!('by' in trial)) continue;
    expect([command, trial.by, existsSync(join(root, trial.by))]).toEqual([
      command,
      trial.by,
      true,
    ]);
    const text = readFileSync(join(root, trial.by), 'utf8').replaceAll(/\s+/g, ' ');
    expect([command, text.includes(trial.as)]).toEqual([command, true]);
  }
});

test('[manuals] every script that a command names exists', () => {
  const named = documented.flatMap(({ command }) =>
    [...command.matchAll(/\bbun(?:@[\d.]+)? run ([\w:-]+)/g)].map(([, script = '']) => script),
  );

  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((script) => !scripts.includes(script))).toEqual([]);
});
