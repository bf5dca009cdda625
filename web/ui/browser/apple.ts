/** Whether the device is one of Apple's, on which shortcuts take ⌘ instead of Ctrl. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
