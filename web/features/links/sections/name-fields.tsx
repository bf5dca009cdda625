import { useAtomValue } from 'jotai';
import { useController, useFormContext } from 'react-hook-form';
import type { LinkValues } from '#web/features/links/form/link-form.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { longestLabelName, mostTagsOfLink } from '#contract/links/link-limits';
import { foldersQuery, tagsQuery } from '#web/features/labels/labels.ts';
import { ChipsField } from '#web/ui/fields/chips-field.tsx';
import { TagDot } from '#web/features/labels/label-chips.tsx';

/** What a link is called and how it is organised. */
export function NameFields() {
  const { register, formState, control } = useFormContext<LinkValues>();
  const { data: folders = [] } = useAtomValue(foldersQuery);
  const { field: tags } = useController({ control, name: 'tags' });
  const { errors } = formState;
  return (
    <>
      <Field
        label="Title"
        isOptional
        hint="The name of the link in lists and reports."
        error={errors.title?.message}
        {...register('title')}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TagsField
          value={tags.value}
          error={errors.tags?.message ?? errors.tags?.find?.((tag) => tag)?.message}
          onChange={tags.onChange}
        />
        <Field
          label="Folder"
          isOptional
          suggestions={folders.map(({ name }) => name)}
          maxLength={longestLabelName}
          autoComplete="off"
          placeholder="Newsletters"
          hint="A new name becomes a new folder."
          error={errors.folder?.message}
          {...register('folder')}
        />
      </div>
      <TextArea
        label="Notes"
        isOptional
        rows={2}
        hint="Only your account sees them. You can search for words in them."
        error={errors.notes?.message}
        {...register('notes')}
      />
    </>
  );
}

type TagsFieldProps = {
  /** Names of tags, also of ones that do not exist yet. */
  readonly value: readonly string[];
  readonly error?: string | undefined;
  onChange(value: string[]): void;
};

/** Chooses tags by their names. A new name becomes a tag. */
function TagsField(props: TagsFieldProps) {
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
