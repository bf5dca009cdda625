import { expect, test } from 'bun:test';
import { ApiError, unreachable } from '#web/api-error.ts';
import { messageOf, messageOrUnreachable } from '#web/forms/refusals.ts';

const away = 'Waypost cannot be reached. Please try again.';
const offline = new ApiError(0, { message: away, code: unreachable });
const fromProxy = new ApiError(0, { message: away });
const refusal = new ApiError(429, { message: 'Too many attempts', code: 'too_many_requests' });
const fallback = 'Invalid email or password';

test('a login without any response says that Waypost cannot be reached', () => {
  expect(messageOrUnreachable(offline, fallback)).toBe(away);
  expect(messageOrUnreachable(fromProxy, fallback)).toBe(fallback);
  expect(messageOrUnreachable(refusal, fallback)).toBe('Too many attempts');
});

test('the fallback is shown for every error without a message of the server', () => {
  for (const error of [offline, fromProxy, new TypeError('a defect')]) {
    expect(messageOf(error, fallback)).toBe(fallback);
  }
  expect(messageOf(refusal, fallback)).toBe('Too many attempts');
});
