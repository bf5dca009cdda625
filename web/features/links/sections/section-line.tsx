import { ChevronRight } from 'lucide-react';
import { classNames } from '#web/ui/class-names.ts';
import { sectionHeads } from './section-heads.ts';
import type { SectionTitle } from './unfolded.ts';

type SectionLineProps = {
  readonly title: SectionTitle;
  /** What is set in the section; blank: nothing. */
  readonly text: string;
  readonly isOpen?: boolean;
};

/** The classes of what opens a section: a button or a link around its line. */
export const sectionLineClasses =
  'flex min-h-12 w-full items-center gap-3 px-4 text-left -outline-offset-2 hover:bg-raised';

/** The line of a section: its icon, its title and what is set in it. */
export function SectionLine({ title, text, isOpen = false }: SectionLineProps) {
  const { Icon } = sectionHeads[title];
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="grid min-w-0 grow items-center gap-x-4 py-2 sm:grid-cols-[10.5rem_minmax(0,1fr)]">
        <span className="font-medium">{title}</span>{' '}
        <span
          dir="auto"
          title={text}
          className={classNames(
            'truncate text-left text-sm',
            text === '' ? 'text-faint' : 'text-muted',
          )}
        >
          {text || 'Nothing'}
        </span>
      </span>
      <ChevronRight
        aria-hidden
        className={classNames('size-4 shrink-0 text-muted', isOpen && 'rotate-90')}
      />
    </>
  );
}
