import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { greetingOf, mailName } from '#core/shared/mail-name';

describe('a name that a mail may show', () => {
  test.each([
    ...['Ada', 'Ada Byron', "O'Brien", 'Jean-Luc', 'J. R. R.', 'J.R.', 'St. John', 'Łukasz', 'Zoë'],
    ...['محمد', '安娜', 'नेहा', 'Αθηνά', 'Ngọc', 'col·lector', 'Ada Jr.', 'Anna & Ben', 'Ada 2nd'],
  ])('%j stays unchanged', (typed) => {
    expect(mailName(typed)).toBe(typed);
  });

  test.each([
    ['Ada https://evil.example/x', 'Ada'],
    ['Ada HTTPS:\\\\evil', 'Ada'],
    ['win at evil.example now', 'win at now'],
    ['Ada www.evil.example', 'Ada'],
    ['Ada evil.example.', 'Ada'],
    ['Ada (evil.example)', 'Ada'],
    ['Ada evil.рф', 'Ada'],
    ['Ada evil。中国', 'Ada'],
    ['Ada evil．example', 'Ada'],
    ['Ada evil｡example', 'Ada'],
    ['Ada evil․example', 'Ada'],
    ['Ada ｅｖｉｌ．ｅｘａｍｐｌｅ', 'Ada'],
    ['Ada evil.xn--p1ai', 'Ada'],
    ['Ada evil .example', 'Ada evil'],
    ['Ada 203.0.113.7', 'Ada'],
    ['Ada [2001:db8::1]', 'Ada'],
    ['Ada localhost:3000', 'Ada'],
    ['Ada bit/ly', 'Ada'],
    ['Ada eve@evil.example', 'Ada'],
    ['Ada eve＠evil', 'Ada'],
    ['Ada mailto:eve', 'Ada'],
    ['Ada javascript:alert(1)', 'Ada'],
    ['Ada ev\u200bil.exa\u00admple', 'Ada'],
    ['Ada ev\u2060il.\u034fexample', 'Ada'],
    ['Ada\r\nBcc', 'Ada Bcc'],
    ['Ada\u2028Byron\u2029!', 'Ada Byron !'],
    ['Ada\0\x07\x1b[31m Byron', 'Ada [31m Byron'],
    ['Ada\u0085Byron', 'Ada Byron'],
    ['\u202eadA\u202c \u2066x\u2069', 'adA x'],
    ['A\u200cd\u200da\ufeff', 'Ada'],
    ['Ada\u3164\u2800Byron', 'Ada Byron'],
    ['  Ada \t  Byron  ', 'Ada Byron'],
    ['Ada <b>', 'Ada b'],
    ['A'.repeat(80), 'A'.repeat(50)],
    [`${'A'.repeat(49)}e\u0301x`, `${'A'.repeat(49)}\u00e9`],
    [`${'A'.repeat(49)}\u{20bb7}\u{20bb7}`, `${'A'.repeat(49)}\u{20bb7}`],
    [`${'A'.repeat(49)}x\u0323\u0302\u0331`, 'A'.repeat(49)],
  ])('%j becomes %j', (typed, shown) => {
    expect(mailName(typed)).toBe(shown);
  });

  test.each([
    ...['', ' ', '\u200b', '\u202e\u2066', '\u3164', 'evil.example', 'https://evil.example', '123'],
    ...[
      'eve@evil.example',
      '.example',
      '!!!',
      '💸💸',
      '\r\n',
      '\ud800',
      '-',
      'www.evil.example/a?b',
    ],
  ])('%j is rejected as a name', (typed) => {
    expect(mailName(typed)).toBeNull();
  });

  test('is harmless, and unchanged when it is cleaned again, for any input', () => {
    const unit = fc.constantFrom(
      ...[
        'a',
        'é',
        'e\u0301',
        '1',
        '.',
        '。',
        '．',
        '@',
        '＠',
        ':',
        '/',
        '\\',
        '-',
        '<',
        ' ',
        '\n',
      ],
      ...['\u200b', '\u202e', '\u2028', '\0', '\u{1f600}', '\u3164', 'ﷺ', '\ud800', "'"],
    );
    const typed = fc.oneof(
      fc.string({ unit, maxLength: 120 }),
      fc.string({ unit: 'binary', maxLength: 120 }),
    );

    fc.assert(
      fc.property(typed, (text) => {
        const shown = mailName(text);
        if (shown === null) return;

        expect([...shown].length).toBeLessThanOrEqual(50);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}@:/\\<>]|\.[\p{L}\p{N}]{2}/u);
        expect(mailName(shown)).toBe(shown);
      }),
      { numRuns: 3000 },
    );
  }, 60_000);
});

describe('the first line of a mail', () => {
  test('greets by name only at a confirmed address', () => {
    expect(greetingOf({ firstName: 'Ada', verified: true })).toBe('Hello Ada,');
    expect(greetingOf({ firstName: 'Ada', verified: false })).toBe('Hello,');
  });

  test('ignores a name that is an address', () => {
    expect(greetingOf({ firstName: 'evil.example', verified: true })).toBe('Hello,');
  });
});
