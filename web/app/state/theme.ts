import { atom } from 'jotai';

export type Theme = 'light' | 'dark' | 'system';

const storageKey = 'waypost.theme';
const systemDark = window.matchMedia('(prefers-color-scheme: dark)');

const chosen = atom<Theme>(storedTheme());

/** The chosen theme, stored in this browser. */
export const themeAtom = atom(
  (get) => get(chosen),
  (_, set, theme: Theme) => {
    localStorage.setItem(storageKey, theme);
    set(chosen, theme);
  },
);

const systemIsDark = atom(systemDark.matches);
systemIsDark.onMount = (set) => {
  const update = () => set(systemDark.matches);
  systemDark.addEventListener('change', update);
  return () => systemDark.removeEventListener('change', update);
};

/** The theme to show: the chosen one, or the device's when 'system' is chosen. */
export const shownThemeAtom = atom<'light' | 'dark'>((get) => {
  const theme = get(chosen);
  if (theme === 'system') return get(systemIsDark) ? 'dark' : 'light';
  return theme;
});

function storedTheme(): Theme {
  const stored = localStorage.getItem(storageKey);
  return stored === 'light' || stored === 'system' ? stored : 'dark';
}
