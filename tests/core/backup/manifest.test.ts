import { expect, test } from 'bun:test';
import { countsOf, differences, filesOf, joinLedgers, type Manifest } from '#core/backup/manifest';

const file = (name: string) => ({ name, bytes: 1, sha256: '' });

const manifest: Manifest = {
  format: 1,
  id: '20261101T000000Z-a',
  version: '1.0.0',
  startedAt: '2026-11-01T00:00:00.000Z',
  finishedAt: '2026-11-01T00:00:01.000Z',
  migrations: { postgres: [], clickhouse: [] },
  accounts: {
    tables: [{ table: 'links', columns: ['id'], rows: 3, file: file('links') }],
    sequences: [],
  },
  events: [
    {
      table: 'clicks',
      columns: ['click_id'],
      partitions: {},
      pieces: [
        { key: '2026-10-31', rows: 5, fingerprint: null, files: [file('31')] },
        { key: '2026-11-01', rows: 2, fingerprint: 'x', files: [file('1a'), file('1b')] },
      ],
    },
  ],
  files: [
    { path: 'spool/one', lines: 4, fingerprint: null, file: file('spool') },
    { path: 'app-secret', lines: null, fingerprint: null, file: file('secret') },
  ],
  notes: [],
};

test('a manifest says what it counts and which files it needs', () => {
  expect(countsOf(manifest)).toEqual({
    'postgres links': 3,
    'clickhouse clicks': 7,
    'spool lines': 4,
  });
  expect(filesOf(manifest).map(({ name }) => name)).toEqual([
    ...['links', '31', '1a', '1b'],
    ...['spool', 'secret'],
  ]);
});

test('counts differ when a table is missing, or has more or fewer rows', () => {
  expect(differences({ links: 3, clicks: 7 }, { clicks: 7, links: 3 })).toEqual([]);
  expect(differences({ links: 3, clicks: 7 }, { clicks: 8, users: 1 })).toEqual([
    'clicks: 7 in the backup, 8 restored',
    'links: 3 in the backup, 0 restored',
    'users: 0 in the backup, 1 restored',
  ]);
});

test('ledgers are joined without repeating an entry', () => {
  const [a, b] = [
    { id: 'a', at: '1' },
    { id: 'b', at: '2' },
  ];

  const joined = joinLedgers({ links: [a], accounts: [] }, { links: [a, b], accounts: [b] });

  expect(joined).toEqual({ links: [a, b], accounts: [b] });
});
