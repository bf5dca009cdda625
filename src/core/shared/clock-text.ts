/** A time of the day as mails and alerts write it, like the screens: `9 AM` or `9:30 AM`. */
export function clockText(at: Date, timeZone: string): string {
  const text = at.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', timeZone });
  // Intl puts a narrow space before AM and PM, which some mail programs show as a box.
  return text.replaceAll('\u202f', ' ').replace(':00 ', ' ');
}
