import { LinkCardList } from '#web/features/links/list/link-card-list.tsx';
import type { LinkActionsProps } from '#web/features/links/list/link-actions.tsx';
import type { Link } from '#web/api.ts';
import { withoutScheme } from '#web/format.ts';
import { SelectBox } from '#web/ui/table/select-box.tsx';
import { labelsOf } from './link-labels.tsx';
import { isSelected, type Selection } from './selection.ts';

type MyLinksCardsProps = Omit<LinkActionsProps, 'link'> & {
  readonly links: readonly Link[];
  readonly selection: Selection;
  readonly areLabelsShown: boolean;
  onSelect(ids: readonly string[], isOn: boolean): void;
};

/** The list of links on phones, whose cards can be selected. */
export function MyLinksCards(props: MyLinksCardsProps) {
  const { selection, areLabelsShown, onSelect, ...list } = props;
  return (
    <LinkCardList
      {...list}
      before={({ id, shortUrl }) => (
        <SelectBox
          label={`Select ${withoutScheme(shortUrl)}`}
          state={isSelected(selection, id) ? 'on' : 'off'}
          onChange={(isOn) => onSelect([id], isOn)}
        />
      )}
      {...(areLabelsShown && { below: labelsOf })}
    />
  );
}
