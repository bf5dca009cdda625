import { useAtomValue } from 'jotai';
import { useIsReadOnly } from '#web/features/analytics/report/read-only.ts';
import { filtersAtom } from '#web/features/analytics/report/report-state.ts';
import { operatorOf } from './filters.ts';
import { linkQuery } from '#web/features/links/links.ts';
import { ruleName } from '#web/features/links/options/rule-name.ts';
import { valueLabel } from '#web/features/events/value-label.ts';

type RuleValueProps = { readonly id: string };

/**
 * A rule by the visitors that it is for, when the report is about one link: each link has its own
 * rules.
 */
export function RuleValue({ id }: RuleValueProps) {
  const filters = useAtomValue(filtersAtom);
  const [linkId, ...others] = operatorOf(filters, 'link') === 'is' ? (filters.link ?? []) : [];
  const isReadOnly = useIsReadOnly();
  return linkId === undefined || others.length > 0 || isReadOnly ? (
    <Text text={valueLabel('rule', id)} />
  ) : (
    <RuleOfLink linkId={linkId} id={id} />
  );
}

function RuleOfLink({ linkId, id }: RuleValueProps & { readonly linkId: string }) {
  const { data: link } = useAtomValue(linkQuery(linkId));
  const rule = link?.rules.find((each) => String(each.id) === id);
  return <Text text={rule ? ruleName(rule) : valueLabel('rule', id)} />;
}

function Text({ text }: { readonly text: string }) {
  return (
    <span title={text} className="block truncate">
      {text}
    </span>
  );
}
