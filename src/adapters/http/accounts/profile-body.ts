import { z } from 'zod';
import { passwordLength } from '#core/accounts/passwords/password-rules';
import { email, name, password } from './account-body.ts';

const { min, max } = passwordLength;

/** The body of PUT /api/profile. Absent fields stay as they are. */
export const profileBody = z.object({
  firstName: name('First name').optional(),
  lastName: name('Last name').optional(),
  email: email('Please enter a valid email address').optional(),
});

function typedPassword(message: string) {
  const tooLong = `Password must be at most ${max} characters`;
  return z.string(message).min(min, message).max(max, tooLong);
}

export const newPasswordBody = z
  .object({
    currentPassword: typedPassword('Current password is required'),
    newPassword: typedPassword(`New password must be at least ${min} characters`),
    confirmPassword: typedPassword('Please confirm your password'),
  })
  .refine(({ newPassword, confirmPassword: again }) => again === newPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
  });

export const farewellBody = z.object({ password });
