import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import type { Link } from '#web/api.ts';
import { withoutScheme } from '#web/format.ts';
import { linksPageQuery } from './links.ts';
import { type Choice, SearchSelect } from '#web/ui/fields/search-select.tsx';
import { useKept } from '#web/features/listing/use-kept.ts';

const shownCount = 20;
const typingDelayMs = 200;

export type LinkSelectProps = {
  readonly link: Link;
  /** Offers links that track conversions alone. */
  readonly isTrackingOnly?: boolean;
  readonly className?: string;
  onChange(link: Link): void;
};

/** One of the person's links: the newest, or those that the server finds for what is typed. */
export function LinkSelect({ link, isTrackingOnly, className, onChange }: LinkSelectProps) {
  const [search, setSearch] = useState('');
  const wanted = useRested(search.trim());
  const { data } = useAtomValue(
    linksPageQuery({
      limit: String(shownCount),
      ...(isTrackingOnly && { trackConversions: 'true' as const }),
      ...(wanted !== '' && { search: wanted }),
    }),
  );
  const { value: page } = useKept(data, null);
  const choose = (id: string) => {
    const chosen = page?.items.find((each) => each.id === id);
    if (chosen) onChange(chosen);
  };
  return (
    <SearchSelect
      label="Link"
      chosen={choiceOf(link)}
      found={page?.items.map(choiceOf)}
      className={className}
      onSearch={setSearch}
      onChange={choose}
    />
  );
}

/** A text as it is when the typing rests; an empty one at once. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), typingDelayMs);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : rested;
}

function choiceOf({ id, shortUrl, title, originalUrl }: Link): Choice {
  return { value: id, label: withoutScheme(shortUrl), detail: title ?? withoutScheme(originalUrl) };
}
