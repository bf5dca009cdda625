const key = 'waypost.qr';

/** The QR design that this browser keeps, as it was stored; null for none. */
export function storedDesign(): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Without storage the choice lasts until the page is closed. */
export function keepDesign(design: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(design));
  } catch {
    // The browser forbids storage.
  }
}

/** Removes the design from this browser: its text is what a person wrote. */
export function forgetDesign(): void {
  localStorage.removeItem(key);
}
