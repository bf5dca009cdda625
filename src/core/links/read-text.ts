import { tooLong } from '#contract/link-limits';

/** Trimmed and in Unicode's form NFC; blank becomes null. Counted in characters as the database counts them. */
export function readText(
  text: string | null,
  maxLength: number,
  report: (message: string) => void,
): string | null {
  const trimmed = text?.trim().normalize('NFC') ?? '';
  if (trimmed.length > 2 * maxLength || [...trimmed].length > maxLength) {
    report(tooLong(maxLength));
  } else if (!trimmed.isWellFormed() || trimmed.includes('\0')) {
    report('Use plain text only');
  }
  return trimmed || null;
}
