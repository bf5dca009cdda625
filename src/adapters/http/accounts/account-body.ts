import { z } from 'zod';
import { passwordLength } from '#contract/profile';

const { min, max } = passwordLength;

export function email(message: string) {
  // The length comes first: the address pattern is slow on long texts.
  return z.string(message).trim().max(254, message).pipe(z.email(message));
}

export function name(label: string) {
  return z
    .string(`${label} is required`)
    .trim()
    .min(1, `${label} is required`)
    .max(100, `${label} must be at most 100 characters`)
    .regex(/^\P{Cc}*$/u, `${label} contains characters that are not allowed`);
}

export const password = z
  .string(`Password must be at least ${min} characters`)
  .min(min, `Password must be at least ${min} characters`)
  .max(max, `Password must be at most ${max} characters`);

export const registrationBody = z.object({
  firstName: name('First name'),
  lastName: name('Last name'),
  email: email('Please enter a valid email address'),
  password,
});

export const loginBody = z.object({ email: email('Please enter a valid email'), password });

export const forgotPasswordBody = z.object({ email: email('Please enter a valid email address') });

export const resetPasswordBody = z
  .object({
    token: z.string('The reset link is incomplete').max(200, 'The reset link is incomplete'),
    newPassword: z
      .string(`New password must be at least ${min} characters`)
      .min(min, `New password must be at least ${min} characters`)
      .max(max, `New password must be at most ${max} characters`),
    confirmPassword: z.string('Please confirm your password'),
  })
  .refine(({ newPassword, confirmPassword: again }) => again === newPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
  });
