import { useRef } from 'react';

/**
 * Returns where a floating element must be rendered: inside the dialog or landmark of its button.
 * There the dialog's focus trap and screen readers that navigate by landmarks can reach it.
 */
export function useFloatingHome() {
  const home = useRef<HTMLElement | null>(null);
  const button = (element: HTMLElement | null) => {
    if (element) home.current = element.closest<HTMLElement>('[role="dialog"], main, aside');
  };
  return { home, button };
}
