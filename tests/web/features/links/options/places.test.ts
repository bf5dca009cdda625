import { expect, test } from 'bun:test';
import { checkRules } from '#core/links/options/check-rules';
import { formerCountryCodes } from '#core/shared/country-code';
import { formerLanguageCodes } from '#core/shared/language-tag';
import { countries, formerCodes, languages } from '#web/features/links/options/places.ts';

test.each([
  ['Germany', 'DE'],
  ['at', 'AT'],
  ['france', 'FR'],
  ['FX', 'FR'],
  ['United Kingdom', 'GB'],
  ['uk', 'GB'],
  ['Russia', 'RU'],
  ['Serbia', 'RS'],
  ['Burkina Faso', 'BF'],
  ['Benin', 'BJ'],
  ['Congo - Kinshasa', 'CD'],
  ['Timor-Leste', 'TL'],
  ['Atlantis', null],
  ['EU', null],
  ['Canary Islands', null],
  ['IC', null],
  ['European Union', null],
  ['Germ', null],
])('the country %p is %p', (text, code) => {
  expect(countries.codeOf(text)).toBe(code);
});

test.each([
  ['German', 'de'],
  ['pt-br', 'pt-BR'],
  ['en-uk', 'en-GB'],
  ['Hebrew', 'he'],
  ['iw', 'he'],
  ['Indonesian', 'id'],
  ['Javanese', 'jv'],
  ['Filipino', 'fil'],
  ['tgl', 'fil'],
  ['deu', 'de'],
  ['fre', 'fr'],
  ['Klingonese', null],
])('the language %p is %p', (text, code) => {
  expect(languages.codeOf(text)).toBe(code);
});

test('every name that is offered is once in the list, and its code is the one that the server keeps', () => {
  for (const [field, places] of Object.entries({ countries, languages })) {
    const names = places.names();
    const codes = names.map((name) => places.codeOf(name) ?? name);
    const issues: string[] = [];
    const rules = codes.map((code) => ({ [field]: [code], url: 'https://a.example/' }));
    const kept = Array.from({ length: Math.ceil(rules.length / 20) }, (_, page) =>
      checkRules(
        rules.slice(page * 20, (page + 1) * 20),
        { readDestination: (url) => url, explainDestination: () => '' },
        (path, message) => issues.push(`${path}: ${message}`),
      ),
    );

    expect(names.length).toBeGreaterThan(180);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(codes).size).toBe(names.length);
    expect(issues).toEqual([]);
    expect(kept.flat().flatMap((rule) => [...rule.countries, ...rule.languages])).toEqual(codes);
  }
});

test('withdrawn codes are the ones that the server knows', () => {
  expect(formerCodes.countries).toEqual(formerCountryCodes);
  expect(formerCodes.languages).toEqual(formerLanguageCodes);
});
