import { atom } from 'jotai';
import { storedAtom } from './stored-atom.ts';

export type Theme = 'light' | 'dark' | 'system';

const systemDark = window.matchMedia('(prefers-color-scheme: dark)');

/** The chosen theme. `theme-script.js` reads it too. */
export const themeAtom = storedAtom<Theme>({
  key: 'waypost.theme',
  read: (text) => (text === 'light' || text === 'system' ? text : 'dark'),
  write: (theme) => theme,
});

const systemIsDark = atom(systemDark.matches);
systemIsDark.onMount = (set) => {
  const update = () => set(systemDark.matches);
  systemDark.addEventListener('change', update);
  return () => systemDark.removeEventListener('change', update);
};

/** The theme to show: the chosen one, or the device's when 'system' is chosen. */
export const shownThemeAtom = atom<'light' | 'dark'>((get) => {
  const theme = get(themeAtom);
  if (theme === 'system') return get(systemIsDark) ? 'dark' : 'light';
  return theme;
});
