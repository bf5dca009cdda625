import { useMemo, useSyncExternalStore } from 'react';

/** The current theme's colors for Stripe's frames, which cannot read the page's styles. */
export function useStripeAppearance() {
  const theme = useSyncExternalStore(watchTheme, drawnTheme);
  return useMemo(() => appearanceIn(theme), [theme]);
}

/** The theme of the document. It changes slightly later than the chosen theme. */
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
