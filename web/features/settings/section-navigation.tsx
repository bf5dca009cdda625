import { Link } from 'react-router';
import { classNames } from '#web/ui/class-names.ts';
import { absentPaths } from '#web/instance.ts';
import { type Screen, sectionScreens } from '#web/screens.ts';

/**
 * The available sections of the settings in the order of their navigation. Those that this Waypost
 * does not have are left out.
 */
export const sections: readonly Screen[] = Object.values(sectionScreens).filter(
  ({ path }) => !absentPaths.has(path),
);

/** Links to the sections of the settings: a column, or wrapped rows on phones. */
export function SectionNavigation({ path }: { readonly path: string }) {
  return (
    <nav
      aria-label="Settings"
      className="flex flex-wrap gap-1 max-md:-mx-1 md:sticky md:top-6 md:grid"
    >
      {sections.map((section) => {
        const isHere = section.path === path;
        return (
          <Link
            key={section.path}
            to={section.path}
            aria-current={isHere ? 'page' : undefined}
            className={classNames(
              'flex shrink-0 items-center rounded-md px-3 py-2 font-medium whitespace-nowrap transition-colors touch',
              isHere ? 'bg-raised text-text' : 'text-muted hover:bg-raised hover:text-text',
            )}
          >
            {section.title}
          </Link>
        );
      })}
    </nav>
  );
}
