import { useEffect, useLayoutEffect } from 'react';
import { useMatches } from 'react-router';
import { isScreen, screens, sectionScreens } from '#web/screens.ts';

/** The title of the current screen in the table of screens; null where the address has none. */
export function useScreenTitle(): string | null {
  const name = useMatches().at(-1)?.id;
  return name !== undefined && isScreen(name) ? screens[name].title : null;
}

/** Sets the title of each screen in the browser's tab and history. */
export function useScreenTitles(): void {
  const name = useMatches().at(-1)?.id;
  const title = useScreenTitle();
  const isSection = name !== undefined && Object.hasOwn(sectionScreens, name);
  const shown = isSection ? `${title} · ${screens.settings.title}` : title;
  // A layout effect, which runs before the effects of a page that sets its own title.
  useLayoutEffect(() => {
    if (shown !== null) setTitle(shown);
  }, [shown]);
}

/** Sets a title that is not in the table of screens, such as a link's name. */
export function usePageTitle(title: string): void {
  useEffect(() => setTitle(title), [title]);
}

function setTitle(title: string): void {
  document.title = `${title} · Waypost`;
}
