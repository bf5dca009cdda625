import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { Link } from '#web/api.ts';
import { linkName, withoutScheme } from '#web/format.ts';
import { linksPageQuery } from './links.ts';
import { type Choice, SearchSelect } from '#web/ui/fields/search-select.tsx';
import { usePrevious } from '#web/ui/answers/use-previous.ts';
import { useDebounced } from '#web/ui/browser/use-debounced.ts';

const shownCount = 20;

export type LinkSelectProps = {
  /** Null: none is chosen yet. */
  readonly link: Link | null;
  /** Offers only links that track conversions. */
  readonly isTrackingOnly?: boolean;
  readonly error?: string | undefined;
  readonly className?: string;
  onChange(link: Link): void;
};

/**
 * A searchable select for one of the account's links. Shows the newest links until something is
 * typed.
 */
export function LinkSelect(props: LinkSelectProps) {
  const { link, isTrackingOnly, error, className, onChange } = props;
  const [search, setSearch] = useState('');
  const wanted = useDebounced(search.trim());
  const { data } = useAtomValue(
    linksPageQuery({
      limit: String(shownCount),
      ...(isTrackingOnly && { trackConversions: 'true' as const }),
      ...(wanted !== '' && { search: wanted }),
    }),
  );
  const { value: page } = usePrevious(data, null);
  const choose = (id: string) => {
    const chosen = page?.items.find((each) => each.id === id);
    if (chosen) onChange(chosen);
  };
  return (
    <SearchSelect
      label="Link"
      chosen={link === null ? noChoice : choiceOf(link)}
      found={page?.items.map(choiceOf)}
      error={error}
      className={className}
      onSearch={setSearch}
      onChange={choose}
    />
  );
}

const noChoice: Choice = { value: '', label: 'Choose a link' };

function choiceOf(link: Link): Choice {
  const { id, shortUrl, title, originalUrl } = link;
  const detail = withoutScheme(title === null ? originalUrl : shortUrl);
  return { value: id, label: linkName(link), detail };
}
