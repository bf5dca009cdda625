import { useAtomValue } from 'jotai';
import { withoutScheme } from '#web/format.ts';
import { linkQuery } from '#web/features/links/links.ts';
import type { FilterName } from './dimensions.ts';
import { valueLabel } from './value-label.ts';

type FilterValueProps = { readonly name: FilterName; readonly value: string };

/** A filter's value for people; a link by its title or its short address. */
export function FilterValue({ name, value }: FilterValueProps) {
  return name === 'link' ? <LinkValue id={value} /> : valueLabel(name, value);
}

function LinkValue({ id }: { readonly id: string }) {
  const { data: link, error } = useAtomValue(linkQuery(id));
  if (!link) return error ? 'unknown link' : 'one link';
  return link.title ?? withoutScheme(link.shortUrl);
}
