import * as z from 'zod/mini';

const shortestPassword = 6;

/** A password of at least six characters. */
export function password(complaint = 'Password must be at least 6 characters') {
  return z.string().check(z.minLength(shortestPassword, complaint));
}

const longestEmail = 254;

/** A text that is not blank. Surrounding space is removed. */
export function filled(complaint: string) {
  return z.string().check(z.trim(), z.minLength(1, complaint));
}

/** An email address. Surrounding space is removed. */
export function email(complaint = 'Please enter a valid email address') {
  return z.string().check(z.trim(), z.maxLength(longestEmail, complaint), z.email(complaint));
}

/** First and last name. */
export const nameFields = {
  firstName: filled('First name is required'),
  lastName: filled('Last name is required'),
};

/** A new password, typed twice. */
export const newPasswordFields = {
  newPassword: password('New password must be at least 6 characters'),
  confirmPassword: password('Please confirm your password'),
};

type NewPassword = { readonly newPassword: string; readonly confirmPassword: string };

/** Checks that both passwords are equal. */
export function passwordsMatch<Typed extends NewPassword>() {
  return z.refine<Typed>((typed) => typed.newPassword === typed.confirmPassword, {
    path: ['confirmPassword'],
    error: "Passwords don't match",
  });
}
