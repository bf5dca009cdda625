import { expect, test } from 'bun:test';
import { valueLabel } from '#web/features/events/value-label.ts';

test('the values of filters are named for people', () => {
  expect(valueLabel('country', 'DE')).toBe('Germany');
  expect(valueLabel('country', 'Unknown')).toBe('Unknown');
  expect(valueLabel('city', 'Berlin,DE')).toBe('Berlin, Germany');
  expect(valueLabel('city', 'Washington, D.C.,US')).toBe('Washington, D.C., United States');
  expect(valueLabel('city', 'Unknown,Unknown')).toBe('Unknown');
  expect(valueLabel('device', 'mobile')).toBe('Mobile');
  expect(valueLabel('channel', 'email')).toBe('Email');
  expect(valueLabel('channel', 'ai')).toBe('AI');
  expect(valueLabel('entry', 'qr')).toBe('QR code');
  expect(valueLabel('class', 'bot')).toBe('Bots');
  expect(valueLabel('variant', '2')).toBe('Destination B');
  expect(valueLabel('rule', '3')).toBe('Rule 3');
  expect(valueLabel('rule', '(none)')).toBe('No rule');
  for (const name of [
    'country',
    'city',
    'device',
    'channel',
    'entry',
    'variant',
    'rule',
  ] as const) {
    expect(valueLabel(name, 'Not matched to a click')).toBe('Not matched to a click');
  }
  expect(valueLabel('variant', '(none)')).toBe('(none)');
  expect(valueLabel('utm_source', 'news letter')).toBe('news letter');
});
