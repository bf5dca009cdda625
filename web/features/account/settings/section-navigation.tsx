import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { classNames } from '#web/ui/class-names.ts';
import { sections } from './sections.tsx';

/** The sections of the settings: a column, and on phones a row that scrolls sideways. */
export function SectionNavigation({ path }: { readonly path: string }) {
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);

  return (
    <nav
      aria-label="Settings"
      className="flex gap-1 md:sticky md:top-6 md:grid max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:pb-1 max-md:[scrollbar-width:none]"
    >
      {sections.map((section) => {
        const isHere = section.path === path;
        return (
          <Link
            key={section.path}
            to={section.path}
            ref={isHere ? current : undefined}
            aria-current={isHere ? 'page' : undefined}
            className={classNames(
              'flex shrink-0 items-center rounded-md px-3 py-2 font-medium whitespace-nowrap transition-colors max-md:min-h-11',
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
