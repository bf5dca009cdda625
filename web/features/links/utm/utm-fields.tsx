import { useAtomValue, useSetAtom } from 'jotai';
import { Pencil, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { UtmTemplate } from '#web/api.ts';
import type { LinkValues } from '#web/features/links/form/link-schema.ts';
import { messageOf } from '#web/forms/form-failure.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { type UtmName, utmNames, utmOf, withUtm } from './utm.ts';
import {
  changeTemplateAtom,
  removeTemplateAtom,
  saveTemplateAtom,
  utmTemplatesQuery,
} from './utm-templates.ts';

const words: Readonly<Record<UtmName, { readonly label: string; readonly example: string }>> = {
  utm_source: { label: 'Source', example: 'newsletter' },
  utm_medium: { label: 'Medium', example: 'email' },
  utm_campaign: { label: 'Campaign', example: 'summer-sale' },
  utm_term: { label: 'Term', example: 'running shoes' },
  utm_content: { label: 'Content', example: 'top banner' },
};

const longestName = 50;

/** The UTM parameters of the destination: these fields and its address are always the same. */
export function UtmFields() {
  const { setValue } = useFormContext<LinkValues>();
  const address = useWatch<LinkValues, 'originalUrl'>({ name: 'originalUrl' });
  const utm = utmOf(address);
  const isReady = address.trim() !== '';
  const write = (changed: string) =>
    setValue('originalUrl', changed, { shouldDirty: true, shouldTouch: true });
  return (
    <fieldset className="grid gap-3">
      <legend className="text-sm font-semibold">UTM parameters</legend>
      <p className="text-sm text-muted">
        {isReady
          ? 'They stand in the destination’s address: change them here or there.'
          : 'Enter the destination first: the parameters become part of its address.'}
      </p>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {utmNames.map((name) => (
          <Field
            key={name}
            label={words[name].label}
            isOptional
            placeholder={words[name].example}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            disabled={!isReady}
            value={utm[name]}
            onChange={(event) => write(withUtm(address, { [name]: event.target.value }))}
          />
        ))}
      </div>
      <Templates
        isReady={isReady}
        onApply={(wanted) => write(withUtm(address, wanted))}
        utm={utm}
      />
    </fieldset>
  );
}

type TemplatesProps = {
  readonly isReady: boolean;
  readonly utm: ReturnType<typeof utmOf>;
  onApply(utm: ReturnType<typeof utmOf>): void;
};

/** A template that is being changed, and the parameters that the destination had before. */
type Edited = { readonly template: UtmTemplate; readonly before: TemplatesProps['utm'] };

/** The saved templates, each applied in one click, and the way to save another. */
function Templates({ isReady, utm, onApply }: TemplatesProps) {
  const { data: templates = [] } = useAtomValue(utmTemplatesQuery);
  const [edited, setEdited] = useState<Edited | null>(null);
  const [remove, isRemoving] = useAction(
    useSetAtom(removeTemplateAtom),
    'Failed to delete the template',
  );
  return (
    <div className="grid gap-3">
      {templates.length > 0 && (
        <ul aria-label="Templates" className="flex flex-wrap gap-2">
          {templates.map((template) => (
            <li key={template.id} className="inline-flex items-center rounded-md bg-raised">
              <Button
                size="sm"
                disabled={!isReady}
                title="Apply this template to the destination"
                onClick={() => onApply(template)}
              >
                <span className="max-w-48 truncate">{template.name}</span>
              </Button>
              <IconButton
                label={`Edit template ${template.name}`}
                disabled={!isReady}
                title="Apply this template, to change its parameters or its name"
                onClick={() => {
                  onApply(template);
                  setEdited({ template, before: edited?.before ?? utm });
                }}
              >
                <Pencil aria-hidden className="size-4" />
              </IconButton>
              <IconButton
                label={`Delete template ${template.name}`}
                disabled={isRemoving}
                onClick={() => remove(template.id)}
              >
                <Trash2 aria-hidden className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {edited ? (
        <SaveTemplate
          key={edited.template.id}
          utm={utm}
          edited={edited.template}
          onDone={() => setEdited(null)}
          onCancel={() => {
            onApply(edited.before);
            setEdited(null);
          }}
        />
      ) : (
        Object.values(utm).some((value) => value !== '') && <SaveTemplate utm={utm} />
      )}
    </div>
  );
}

type SaveTemplateProps = Pick<TemplatesProps, 'utm'> & {
  /** The template that is replaced; absent for a new one. */
  readonly edited?: UtmTemplate;
  onDone?(): void;
  onCancel?(): void;
};

function SaveTemplate({ utm, edited, onDone, onCancel }: SaveTemplateProps) {
  const save = useSetAtom(saveTemplateAtom);
  const change = useSetAtom(changeTemplateAtom);
  const [name, setName] = useState(edited?.name ?? '');
  const [error, setError] = useState<string>();
  const [start, isBusy] = useAction(
    async () => {
      setError(undefined);
      if (edited) await change({ id: edited.id, name, ...utm });
      else await save({ name, ...utm });
      setName('');
      onDone?.();
    },
    (failure) => setError(messageOf(failure, 'Failed to save the template')),
  );
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    start();
  };
  return (
    <div className="flex flex-wrap items-start gap-2">
      <Field
        className="min-w-0 grow sm:max-w-72"
        label={edited ? 'Name of the template' : 'Save as template'}
        isOptional={!edited}
        autoFocus={edited !== undefined}
        hint={edited && 'The template gets this name and the parameters above.'}
        placeholder="Newsletter"
        maxLength={longestName}
        autoComplete="off"
        error={error}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={press}
      />
      <Button className="mt-6.5" isBusy={isBusy} disabled={name.trim() === ''} onClick={start}>
        {edited ? 'Update template' : 'Save'}
      </Button>
      {edited && (
        <Button className="mt-6.5" onClick={onCancel}>
          Cancel editing
        </Button>
      )}
    </div>
  );
}
