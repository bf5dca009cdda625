import { useAtomValue } from 'jotai';
import { longestFilterValue, unlabelled, unmatchedName } from '#contract/analytics/report-filters';
import { valuesQuery } from '#web/features/analytics/report/values.ts';
import { Field, type FieldProps } from '#web/ui/fields/field.tsx';
import { useDebounced } from '#web/ui/browser/use-debounced.ts';

type CampaignFieldProps = Omit<FieldProps, 'label'> & {
  /** The typed campaign, without blanks around it. */
  readonly campaign: string;
};

const question = {
  range: { kind: 'preset', preset: '90d' },
  comparison: 'none',
  filters: {},
} as const;

/**
 * Suggests the campaigns of clicks, and says when no click has the typed one, which may be misspelt. Any
 * can be typed, because its first click may be yet to come.
 */
export function CampaignField({ campaign, ...field }: CampaignFieldProps) {
  const search = useDebounced(campaign);
  const asked = { question, dimension: 'utmCampaigns', search, limit: 50, cursor: null } as const;
  const { data } = useAtomValue(valuesQuery(asked));
  const names = (data?.rows ?? [])
    .map(({ value }) => value)
    .filter((name) => name !== unlabelled && name !== unmatchedName);
  const isAnswered = campaign !== '' && campaign === search && data?.nextCursor === null;
  const isUnknown = isAnswered && !names.includes(campaign);
  return (
    <Field
      {...field}
      label="UTM campaign"
      suggestions={names}
      autoComplete="off"
      maxLength={longestFilterValue}
      placeholder="autumn-sale"
      hint={
        isUnknown
          ? 'No click of the last 90 days has this campaign. Is it written as in your links?'
          : undefined
      }
    />
  );
}
