import { longestLabelName } from '#contract/links/link-limits';
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { Pencil, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { UtmTemplate } from '#contract/links/utm-templates';
import { messageOf } from '#web/forms/refusals.ts';
import { RemovalQuestion } from '#web/forms/removal-question.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { besideInput } from '#web/ui/fields/field-frame.tsx';
import type { Utm } from './utm.ts';
import { call, callAll } from '#web/api.ts';
import { reloadAtom } from '#web/app/state/client.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';

const templatesKey = ['utm templates'];

/** The account's templates of UTM parameters. */
const utmTemplatesQuery = queryAtom<readonly UtmTemplate[]>(() => ({
  queryKey: templatesKey,
  queryFn: () => callAll('GET /api/v1/utm-templates'),
}));

const saveTemplateAtom = atom(
  null,
  async (_, set, template: Omit<UtmTemplate, 'id'>): Promise<void> => {
    await call('POST /api/v1/utm-templates', { body: template });
    await set(reloadAtom, templatesKey);
  },
);

const changeTemplateAtom = atom(
  null,
  async (_, set, { id, ...template }: UtmTemplate): Promise<void> => {
    await call('PATCH /api/v1/utm-templates/:id', { params: { id }, body: template });
    await set(reloadAtom, templatesKey);
  },
);

const removeTemplateAtom = atom(null, async (_, set, id: string): Promise<void> => {
  await call('DELETE /api/v1/utm-templates/:id', { params: { id } });
  await set(reloadAtom, templatesKey);
});

type SavedTemplatesProps = {
  readonly isReady: boolean;
  readonly utm: Utm;
  onApply(utm: Utm): void;
  /** Returns a function that gives each destination the parameters again that it has now. */
  onKeep(): () => void;
};

/** A template that is being changed, and what takes it out of the destinations again. */
type Edited = { readonly template: UtmTemplate; restore(): void };

/** The saved templates, each applied in one click, and a button that saves another one. */
export function SavedTemplates({ isReady, utm, onApply, onKeep }: SavedTemplatesProps) {
  const { data: templates = [] } = useAtomValue(utmTemplatesQuery);
  const [edited, setEdited] = useState<Edited | null>(null);
  const section = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={section}
      role="group"
      aria-label="UTM templates"
      tabIndex={-1}
      className="grid gap-3 focus:outline-none"
    >
      {templates.length > 0 && (
        <TemplateList
          templates={templates}
          isReady={isReady}
          onApply={onApply}
          onEdit={(template) => {
            const restore = edited?.restore ?? onKeep();
            onApply(template);
            setEdited({ template, restore });
          }}
          onRemoved={({ id }) => {
            if (edited?.template.id === id) setEdited(null);
            section.current?.focus();
          }}
        />
      )}
      {edited ? (
        <SaveTemplate
          key={edited.template.id}
          utm={utm}
          edited={edited.template}
          onDone={() => setEdited(null)}
          onCancel={() => {
            edited.restore();
            setEdited(null);
          }}
        />
      ) : (
        Object.values(utm).some((value) => value !== '') && <SaveTemplate utm={utm} />
      )}
    </div>
  );
}

type TemplateListProps = Pick<SavedTemplatesProps, 'isReady'> & {
  readonly templates: readonly UtmTemplate[];
  onApply(template: UtmTemplate): void;
  onEdit(template: UtmTemplate): void;
  /** The focus was on a button of the template. */
  onRemoved(template: UtmTemplate): void;
};

function TemplateList({ templates, isReady, ...on }: TemplateListProps) {
  const removeTemplate = useSetAtom(removeTemplateAtom);
  const [removed, setRemoved] = useState<UtmTemplate | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <ul aria-label="Templates" className="flex flex-wrap gap-2">
        {templates.map((template) => (
          <li key={template.id} className="inline-flex items-center rounded-md bg-raised">
            <Button
              size="sm"
              disabled={!isReady}
              title="Apply this template to the destination"
              onClick={() => on.onApply(template)}
            >
              <span dir="auto" className="max-w-48 truncate">
                {template.name}
              </span>
            </Button>
            <IconButton
              label={`Edit template ${template.name}`}
              disabled={!isReady}
              title="Apply this template, to change its parameters or its name"
              onClick={() => on.onEdit(template)}
            >
              <Pencil aria-hidden className="size-4" />
            </IconButton>
            <IconButton
              label={`Delete template ${template.name}`}
              onClick={({ currentTarget }) => {
                opener.current = currentTarget;
                setRemoved(template);
              }}
            >
              <Trash2 aria-hidden className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
      {removed && (
        <RemovalQuestion
          key={removed.id}
          verb="Delete"
          name={removed.name}
          consequence="Links keep their parameters."
          failure="Failed to delete the template"
          onRemove={async () => {
            await removeTemplate(removed.id);
            setRemoved(null);
            on.onRemoved(removed);
          }}
          onCancel={() => {
            opener.current?.focus();
            setRemoved(null);
          }}
        />
      )}
    </>
  );
}

type SaveTemplateProps = Pick<SavedTemplatesProps, 'utm'> & {
  /** The template that is replaced; absent for a new one. */
  readonly edited?: UtmTemplate;
  onDone?(): void;
  onCancel?(): void;
};

function SaveTemplate({ utm, edited, onDone, onCancel }: SaveTemplateProps) {
  const save = useSetAtom(saveTemplateAtom);
  const change = useSetAtom(changeTemplateAtom);
  const [name, setName] = useState(edited?.name ?? '');
  const isNamed = name.trim() !== '';
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
    if (isNamed && !isBusy) start();
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
        maxLength={longestLabelName}
        autoComplete="off"
        error={error}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={press}
      />
      <Button className={besideInput} isBusy={isBusy} disabled={!isNamed} onClick={start}>
        {edited ? 'Update template' : 'Save'}
      </Button>
      {edited && (
        <Button className={besideInput} onClick={onCancel}>
          Cancel editing
        </Button>
      )}
    </div>
  );
}
