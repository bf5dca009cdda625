import { useRef } from 'react';

/**
 * Where something that floats over the page belongs: the dialog or landmark of its button, so that
 * it stays within reach of a dialog's keyboard and of readers that go by landmarks.
 */
export function useFloatingHome() {
  const home = useRef<HTMLElement | null>(null);
  const button = (element: HTMLElement | null) => {
    if (element) home.current = element.closest<HTMLElement>('[role="dialog"], main, aside');
  };
  return { home, button };
}
