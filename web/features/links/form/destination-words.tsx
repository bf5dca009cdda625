import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { linkTexts } from '#contract/links/link-limits';
import type { LinkValues } from './link-form.ts';
import { usePageWords } from './page-words.ts';

/**
 * The title and the picture of the typed destination, as its own page says. The new link gets this
 * title while the person has written none.
 */
export function DestinationWords() {
  const words = usePageWords();
  const isLinkTitle = useTitleOf(words?.title.slice(0, linkTexts.title).trim() ?? '');
  if (words === null) return null;
  return (
    <div className="flex min-w-0 items-center gap-3">
      {words.picture && (
        <img src={words.picture} alt="" className="h-12 w-20 shrink-0 rounded-sm object-cover" />
      )}
      <p className="grid min-w-0">
        <strong dir="auto" className="truncate font-medium">
          {words.title}
        </strong>
        <span className="truncate text-sm text-muted">
          {isLinkTitle ? 'Read from the page: the title of the link' : 'Read from the page'}
        </span>
      </p>
    </div>
  );
}

/**
 * Writes the page's title (blank: unknown) into the field Title, and takes it out again with the
 * destination. A title that the person has written stays. Returns whether the field has the page's.
 */
function useTitleOf(read: string): boolean {
  const { getValues, setValue } = useFormContext<LinkValues>();
  const title = useWatch<LinkValues, 'title'>({ name: 'title' });
  const given = useRef('');
  useEffect(() => {
    const isOwn = ![given.current, read].includes(getValues('title'));
    if (!isOwn) setValue('title', read);
    given.current = read;
  }, [read, getValues, setValue]);
  return read !== '' && title === read;
}
