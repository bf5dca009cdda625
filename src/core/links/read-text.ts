import { tooLong } from '#contract/links/link-limits';

/**
 * Trims the text and converts it to Unicode NFC; a blank text becomes null. The length is counted
 * in code points, as the database does.
 */
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
