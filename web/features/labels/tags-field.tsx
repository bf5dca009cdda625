import { useAtomValue } from 'jotai';
import { ChipsField } from '#web/ui/fields/chips-field.tsx';
import { TagDot } from './label-chips.tsx';
import { longestLabelName, mostTagsOfLink } from '#contract/labels';
import { tagsQuery } from './labels.ts';

type TagsFieldProps = {
  /** Names of tags, also of ones that do not exist yet. */
  readonly value: readonly string[];
  readonly error?: string | undefined;
  onChange(value: string[]): void;
};

/** Chooses tags by their names. A new name becomes a tag. */
export function TagsField(props: TagsFieldProps) {
  const { data: tags = [] } = useAtomValue(tagsQuery);
  const colorOf = (name: string) =>
    tags.find((tag) => tag.name.toLowerCase() === name.toLowerCase())?.color ?? 'gray';
  return (
    <ChipsField
      {...props}
      label="Tags"
      isOptional
      hint="Press Enter after each. A new name becomes a new tag."
      one="tag"
      several="tags"
      placeholder="summer"
      suggestions={tags.map(({ name }) => name)}
      most={mostTagsOfLink}
      longest={longestLabelName}
      before={(name) => <TagDot color={colorOf(name)} />}
    />
  );
}
