/** Whether the device is one of Apple's, on which shortcuts take ⌘ instead of Ctrl. */
const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** The key of shortcuts. */
export const modKey = isApple ? '⌘' : 'Ctrl';
