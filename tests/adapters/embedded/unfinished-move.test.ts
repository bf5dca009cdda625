import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Engine, hasOwn, noteServer, wasOnServer } from '#adapters/embedded/own-databases';
import {
  beginMove,
  endMove,
  finishMove,
  unfinishedMove,
  usesIncomplete,
  type Direction,
} from '#adapters/embedded/unfinished-move';
import { tempFolder } from '#tests/support/temp-folder';

const names = ['clickhouse', 'clickhouse.json', 'postgres', 'postgres.json'];
const both: readonly Engine[] = ['postgres', 'clickhouse'];
const toServers = (engines: readonly Engine[]) => ({ direction: 'to-servers', engines }) as const;

function aDataDir(engines = both) {
  const folder = tempFolder();
  for (const name of ['postgres', 'clickhouse', 'spool']) mkdirSync(join(folder.path, name));
  for (const name of ['postgres.json', 'clickhouse.json'])
    writeFileSync(join(folder.path, name), '');
  beginMove(folder.path, { ...toServers(engines), target: 'host/database' });
  return folder;
}

/** Without the marks of databases on servers. */
const namesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => !name.endsWith('-on-server'))
    .toSorted();

test('a database was on a server since a start that used one, until it is in DATA_DIR again', () => {
  using folder = tempFolder();
  expect(wasOnServer(folder.path, 'postgres')).toBe(false);

  noteServer(folder.path, 'postgres', true);
  expect([wasOnServer(folder.path, 'postgres'), wasOnServer(folder.path, 'clickhouse')]).toEqual([
    true,
    false,
  ]);

  mkdirSync(join(folder.path, 'postgres'));
  expect(wasOnServer(folder.path, 'postgres')).toBe(false);
  noteServer(folder.path, 'postgres', false);
  rmdirSync(join(folder.path, 'postgres'));
  expect(wasOnServer(folder.path, 'postgres')).toBe(false);
});

test('[moved-whole] a move to servers ends with the own databases aside', () => {
  using folder = aDataDir();
  expect(unfinishedMove(folder.path)).toEqual({ ...toServers(both), target: 'host/database' });

  const aside = endMove(folder.path, toServers(both), 5);

  expect(aside).toBe(join(folder.path, 'moved-5'));
  expect(namesIn(folder.path)).toEqual(['moved-5', 'spool']);
  expect(both.filter((engine) => wasOnServer(folder.path, engine))).toEqual([...both]);
  expect(readdirSync(join(folder.path, 'moved-5')).toSorted()).toEqual(names);
});

test.each([0, 1, 2, 3, 4])(
  '[moved-whole] a move that was killed when %d of the own databases were aside is complete, and ends later',
  (moved) => {
    using folder = aDataDir();
    const ended = join(folder.path, 'moved-5');
    endMove(folder.path, toServers(both), 5);
    for (const name of names.slice(moved)) renameSync(join(ended, name), join(folder.path, name));
    writeFileSync(join(folder.path, 'move-unfinished'), 'ending\nmoved-5');

    expect(unfinishedMove(folder.path)).toBeNull();
    expect(finishMove(folder.path)).toBe(ended);

    expect(both.some((engine) => hasOwn(folder.path, engine))).toBe(false);
    expect(readdirSync(ended).toSorted()).toEqual(names);
    expect(existsSync(join(folder.path, 'move-unfinished'))).toBe(false);
    expect(finishMove(folder.path)).toBeNull();
  },
);

test.each(both)('[moved-whole] a move of %s alone leaves the other database in place', (engine) => {
  using folder = aDataDir([engine]);
  const ofEngine = names.filter((name) => name.startsWith(engine));
  expect(unfinishedMove(folder.path)?.engines).toEqual([engine]);

  endMove(folder.path, toServers([engine]), 5);

  expect(readdirSync(join(folder.path, 'moved-5')).toSorted()).toEqual(ofEngine);
  expect(namesIn(folder.path)).toEqual(
    [...names.filter((name) => !ofEngine.includes(name)), 'moved-5', 'spool'].toSorted(),
  );
});

type Start = readonly [Direction, readonly Engine[], { postgres: boolean; clickhouse: boolean }];
const [ownBoth, postgresThere, clickHouseThere, bothThere] = [
  { postgres: false, clickhouse: false },
  { postgres: true, clickhouse: false },
  { postgres: false, clickhouse: true },
  { postgres: true, clickhouse: true },
];

test.each<readonly [...Start, boolean]>([
  ['to-servers', ['postgres'], ownBoth, false],
  ['to-servers', ['postgres'], postgresThere, true],
  ['to-servers', ['clickhouse'], postgresThere, false],
  ['to-servers', ['clickhouse'], bothThere, true],
  ['to-servers', both, ownBoth, false],
  ['to-servers', both, clickHouseThere, true],
  ['to-own', ['postgres'], postgresThere, false],
  ['to-own', ['postgres'], ownBoth, true],
  ['to-own', ['clickhouse'], clickHouseThere, false],
  ['to-own', ['clickhouse'], ownBoth, true],
  ['to-own', both, bothThere, false],
  ['to-own', both, postgresThere, true],
])(
  '[moved-whole] an unfinished move %s of %j is noticed by a start that would use its target: %j, %p',
  (direction, engines, servers, isNoticed) => {
    const move = { direction, engines, target: 'host/database' };
    const urls = {
      postgres: servers.postgres ? 'postgres://host/database' : null,
      clickhouse: servers.clickhouse ? 'http://host/database' : null,
    };

    expect(usesIncomplete(move, urls)).toBe(isNoticed);
  },
);

test.each([
  ['to-servers\nhost/database', 'to-servers', 'host/database'],
  ['to-own\nown', 'to-own', 'own'],
] as const)(
  '[moved-whole] the mark %j of an earlier version is of both databases',
  (mark, direction, target) => {
    using folder = aDataDir();
    writeFileSync(join(folder.path, 'move-unfinished'), mark);

    expect(unfinishedMove(folder.path)).toEqual({ direction, engines: both, target });
  },
);
