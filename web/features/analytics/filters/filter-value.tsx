import { useAtomValue } from 'jotai';
import { linkName } from '#web/format.ts';
import { foldersQuery, type LabelKind, tagsQuery } from '#web/features/labels/labels.ts';
import { linkQuery } from '#web/features/links/links.ts';
import { type FilterName, unlabelled } from '#contract/analytics/report-filters';
import { RuleValue } from './rule-value.tsx';
import { valueLabel } from '#web/features/events/value-label.ts';

type FilterValueProps = { readonly name: FilterName; readonly value: string };

/** Shows a filter's value: a link by its title or its short address, a label by its name. */
export function FilterValue({ name, value }: FilterValueProps) {
  if (name === 'link') return <LinkValue id={value} />;
  if (name === 'tag' || name === 'folder') return <LabelValue kind={name} id={value} />;
  if (name === 'rule') return <RuleValue id={value} />;
  return valueLabel(name, value);
}

function LabelValue({ kind, id }: { readonly kind: LabelKind; readonly id: string }) {
  const { data, error } = useAtomValue(kind === 'tag' ? tagsQuery : foldersQuery);
  if (id === unlabelled) return 'none';
  const label = data?.find((each) => each.id === id || each.name === id);
  return label?.name ?? (data || error ? `unknown ${kind}` : `one ${kind}`);
}

function LinkValue({ id }: { readonly id: string }) {
  const { data: link, error } = useAtomValue(linkQuery(id));
  if (!link) return error ? 'unknown link' : 'one link';
  return linkName(link);
}
