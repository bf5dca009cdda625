import { expect, test } from 'bun:test';
import { settingsIn } from '#roots/config/settings-file';

test('a file of settings is read as systemd reads it', () => {
  const text = [
    '# DATA_DIR=/commented',
    '; PORT=1',
    'DATA_DIR=/var/lib/waypost',
    'A=pa$word#not-a-comment%24',
    "B='with spaces, # and $'",
    String.raw`C="a \"quote\" and a \backslash"`,
    String.raw`D=a\$b`,
    'E=two words  ',
    'EMPTY=',
    'URL=postgres://waypost:a=b@db/waypost?x=1',
    'no assignment',
  ].join('\n');

  expect(Object.fromEntries(settingsIn(text))).toEqual({
    DATA_DIR: '/var/lib/waypost',
    A: 'pa$word#not-a-comment%24',
    B: 'with spaces, # and $',
    C: String.raw`a "quote" and a \backslash`,
    D: 'a$b',
    E: 'two words',
    EMPTY: '',
    URL: 'postgres://waypost:a=b@db/waypost?x=1',
  });
});
