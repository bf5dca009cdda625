/** Scrolls the strip, and not the page, until this part of it is in its middle. */
export function showWithin(strip: HTMLElement, part: HTMLElement): void {
  const from = strip.getBoundingClientRect();
  const own = part.getBoundingClientRect();
  strip.scrollLeft += own.left + own.width / 2 - (from.left + from.width / 2);
}
