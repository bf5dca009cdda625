import * as z from 'zod/mini';
// Imports only the limits, because the contract's schemas would make the sign-in screens some
// kilobytes larger.
import { complaints, longestEmail, passwordLength } from '#contract/accounts/person-limits';

/** A password that is long enough. */
export function password(complaint: string = complaints.password) {
  return z.string().check(z.minLength(passwordLength.min, complaint));
}

/** A text that is not blank. Surrounding space is removed. */
export function filled(complaint: string) {
  return z.string().check(z.trim(), z.minLength(1, complaint));
}

/** An email address. Surrounding space is removed. */
export function email(complaint: string = complaints.email) {
  return z.string().check(z.trim(), z.maxLength(longestEmail, complaint), z.email(complaint));
}

/** First and last name. */
export const nameFields = {
  firstName: filled(complaints.firstName),
  lastName: filled(complaints.lastName),
};

/** A new password, typed twice. */
export const newPasswordFields = {
  newPassword: password(complaints.newPassword),
  confirmPassword: password(complaints.confirmPassword),
};

type NewPassword = { readonly newPassword: string; readonly confirmPassword: string };

/** Checks that both passwords are equal. */
export function passwordsMatch<Typed extends NewPassword>() {
  return z.refine<Typed>((typed) => typed.newPassword === typed.confirmPassword, {
    path: ['confirmPassword'],
    error: complaints.mismatch,
  });
}
