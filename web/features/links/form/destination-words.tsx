import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { linkTexts } from '#contract/links/link-limits';
import type { LinkValues } from './link-form.ts';
import { type PageWords, usePageWords } from './page-words.ts';

/**
 * The title and the picture of the typed destination, as its own page says. The new link gets this
 * title while the person has written none.
 */
export function DestinationWords() {
  const { words, isRead } = usePageWords();
  const isLinkTitle = useTitleOf(words, isRead);
  if (!words) return null;
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
          {isLinkTitle ? 'The link’s title, read from the page' : 'Read from the page'}
        </span>
      </p>
    </div>
  );
}

/**
 * Writes the page's title into the field Title, and takes it out again with the destination. A title
 * that the person has written or emptied stays. Returns whether the field has the page's.
 */
function useTitleOf(words: PageWords | null, isRead: boolean): boolean {
  const { getValues, setValue } = useFormContext<LinkValues>();
  const [title, url] = useWatch<LinkValues, ['title', 'originalUrl']>({
    name: ['title', 'originalUrl'],
  });
  const read = words?.title.slice(0, linkTexts.title).trim() ?? '';
  const isEmpty = url.trim() === '';
  /** The title that was written last; blank: none. */
  const given = useRef('');
  useEffect(() => {
    if (!isRead) return;
    const present = getValues('title');
    if (present === given.current) setValue('title', read);
    const isTheirs = read !== '' && present === read;
    if (present === given.current || isTheirs || isEmpty) given.current = read;
  }, [isRead, isEmpty, read, getValues, setValue]);
  return read !== '' && title === read;
}
