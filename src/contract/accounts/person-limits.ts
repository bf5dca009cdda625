/**
 * Limits of the length of passwords, in characters. Nothing is cut off, and all of Unicode is
 * allowed.
 */
export const passwordLength = { min: 6, max: 256 } as const;
/** Limit of the length of a first or last name, in UTF-16 units. */
export const longestName = 100;
/** Limit of the length of an email address, in UTF-16 units. */
export const longestEmail = 254;
/** Limit of the size of an uploaded picture: 5 MB. */
export const mostUploadBytes = 5 * 1024 * 1024;

/** Messages about a file that cannot be used as a picture. */
export const pictureComplaints = {
  kind: 'Please select an image file.',
  size: 'Please select an image smaller than 5MB.',
} as const;

/** Messages at a field that is empty or wrong. */
export const complaints = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  email: 'Please enter a valid email address',
  loginEmail: 'Please enter a valid email',
  password: `Password must be at least ${passwordLength.min} characters`,
  currentPassword: 'Current password is required',
  newPassword: `New password must be at least ${passwordLength.min} characters`,
  confirmPassword: 'Please confirm your password',
  mismatch: "Passwords don't match",
} as const;
