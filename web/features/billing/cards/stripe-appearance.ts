import { useMemo, useSyncExternalStore } from 'react';

/** The colours that are to be seen, for Stripe's frames, which cannot see ours. */
export function useStripeAppearance() {
  const theme = useSyncExternalStore(watchTheme, drawnTheme);
  return useMemo(() => appearanceIn(theme), [theme]);
}

/** The theme that the document has by now, which is a moment later than the one chosen. */
function drawnTheme(): string {
  return document.documentElement.dataset['theme'] ?? 'dark';
}

function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

function appearanceIn(theme: string) {
  const colours = getComputedStyle(document.documentElement);
  const colour = (name: string) => colours.getPropertyValue(name).trim();
  return {
    theme: theme === 'light' ? ('stripe' as const) : ('night' as const),
    variables: {
      colorPrimary: colour('--accent'),
      colorBackground: colour('--field'),
      colorText: colour('--text'),
      colorTextSecondary: colour('--muted'),
      colorDanger: colour('--bad'),
      borderRadius: '6px',
    },
  };
}
