import { expect, test } from 'bun:test';
import * as z from 'zod/mini';
import {
  email,
  filled,
  nameFields,
  newPasswordFields,
  password,
  passwordsMatch,
} from '#web/forms/fields.ts';

/** What a person reads at a field: the first complaint about each path. */
function complaints(schema: z.ZodMiniType, typed: unknown): Record<string, string> {
  const read = schema.safeParse(typed);
  if (read.success) return {};
  const issues = read.error.issues.map(({ path, message }) => [path.join('.'), message]);
  return Object.fromEntries(issues.toReversed());
}

test('an email address is trimmed, and an invalid one gets the form’s error', () => {
  expect(email().parse('  ada@example.com ')).toBe('ada@example.com');
  expect(complaints(email(), 'ada@')).toEqual({ '': 'Please enter a valid email address' });
  expect(complaints(email(), `${'a'.repeat(250)}@example.com`)).toEqual({
    '': 'Please enter a valid email address',
  });
  expect(complaints(email('Please enter a valid email'), 'ada')).toEqual({
    '': 'Please enter a valid email',
  });
});

test('a required field rejects spaces only, and is trimmed', () => {
  expect(complaints(filled('Enter a name'), '   ')).toEqual({ '': 'Enter a name' });
  expect(filled('Enter a name').parse(' Ada ')).toBe('Ada');
  expect(complaints(z.pipe(filled('Fill in'), email()), ' ')).toEqual({ '': 'Fill in' });
});

test('both parts of a name are required', () => {
  expect(complaints(z.object(nameFields), { firstName: ' ', lastName: '' })).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
  });
});

test('a password keeps its spaces and requires six characters', () => {
  expect(password().parse('  six  ')).toBe('  six  ');
  expect(complaints(password(), 'short')).toEqual({ '': 'Password must be at least 6 characters' });
});

test('both entries of a new password must be equal', () => {
  const schema = z.object(newPasswordFields).check(passwordsMatch());
  expect(
    complaints(schema, { newPassword: 'long enough', confirmPassword: 'long enuogh' }),
  ).toEqual({ confirmPassword: "Passwords don't match" });
  expect(complaints(schema, { newPassword: 'short', confirmPassword: '' })).toEqual({
    newPassword: 'New password must be at least 6 characters',
    confirmPassword: 'Please confirm your password',
  });
});
