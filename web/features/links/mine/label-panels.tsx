import { useAtomValue, useSetAtom } from 'jotai';
import { FolderInput, FolderMinus, Minus, Plus, Tag } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { NewBulk } from '#web/api.ts';
import {
  addLabelAtom,
  foldersQuery,
  type LabelKind,
  tagsQuery,
} from '#web/features/labels/labels.ts';
import { TagDot } from '#web/features/labels/label-chips.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { wholeNumber } from '#web/format.ts';
import { buttonClasses, IconButton } from '#web/ui/button.tsx';
import { SearchBox } from '#web/ui/fields/search-box.tsx';
import { closeAllFloating } from '#web/ui/floating/floating.tsx';
import { FloatingPanel } from '#web/ui/floating/floating-panel.tsx';

/** What an action does, without its links. */
export type BulkChoice = Pick<NewBulk, 'action' | 'tag' | 'folder'>;

type LabelPanelsProps = { onChoose(choice: BulkChoice): void };

/** Panels that tag the selected links and move them to a folder, also to a new one. */
export function LabelPanels({ onChoose }: LabelPanelsProps) {
  const choose = (choice: BulkChoice) => {
    closeAllFloating();
    onChoose(choice);
  };
  return (
    <>
      <LabelPanel kind="tag" name="Tag" icon={<Tag aria-hidden className="size-4" />}>
        {(text) => <TagLines text={text} onChoose={choose} />}
      </LabelPanel>
      <LabelPanel kind="folder" name="Move" icon={<FolderInput aria-hidden className="size-4" />}>
        {(text) => <FolderLines text={text} onChoose={choose} />}
      </LabelPanel>
    </>
  );
}

type LabelPanelProps = {
  readonly kind: LabelKind;
  readonly name: string;
  readonly icon: ReactNode;
  /** The lines for a typed text. */
  children(text: string): ReactNode;
};

function LabelPanel({ kind, name, icon, children }: LabelPanelProps) {
  return (
    <FloatingPanel
      label={name}
      isNarrow
      side="above"
      button={(opens) => (
        <button type="button" {...opens} className={buttonClasses('secondary', 'sm')}>
          {icon}
          {name}
        </button>
      )}
    >
      <Panel kind={kind}>{children}</Panel>
    </FloatingPanel>
  );
}

/** A search, and the lines that it leaves. Enter chooses the first of them, arrows move. */
function Panel({ kind, children }: Pick<LabelPanelProps, 'kind' | 'children'>) {
  const [typed, setTyped] = useState('');
  return (
    <div role="presentation" onKeyDown={moveOrChoose} className="contents">
      <div className="border-b border-line p-2">
        <SearchBox
          label={`Find a ${kind} or name a new one`}
          placeholder={`Find or add a ${kind}`}
          text={typed}
          isOpening
          onChange={setTyped}
        />
      </div>
      <ul className="overflow-y-auto p-1.5">{children(typed.trim())}</ul>
    </div>
  );
}

type LinesProps = LabelPanelsProps & { readonly text: string };

function TagLines({ text, onChoose }: LinesProps) {
  const { data: tags = [] } = useAtomValue(tagsQuery);
  return (
    <>
      {foundBy(text, tags).map(({ id, name, color, links }) => (
        <Line
          key={id}
          icon={<TagDot color={color} />}
          verb="Add "
          name={name}
          links={links}
          onChoose={() => onChoose({ action: 'tag', tag: id })}
        >
          <IconButton
            label={`Remove ${name}`}
            className="size-7!"
            onClick={() => onChoose({ action: 'untag', tag: id })}
          >
            <Minus aria-hidden className="size-4" />
          </IconButton>
        </Line>
      ))}
      <NewLine
        kind="tag"
        text={text}
        names={tags}
        onAdded={(tag) => onChoose({ action: 'tag', tag })}
      />
    </>
  );
}

function FolderLines({ text, onChoose }: LinesProps) {
  const { data: folders = [] } = useAtomValue(foldersQuery);
  return (
    <>
      {foundBy(text, folders).map(({ id, name, links }) => (
        <Line
          key={id}
          icon={<FolderInput aria-hidden className="size-4 shrink-0" />}
          name={name}
          links={links}
          onChoose={() => onChoose({ action: 'move', folder: id })}
        />
      ))}
      {folders.length > 0 && text === '' && (
        <Line
          icon={<FolderMinus aria-hidden className="size-4 shrink-0" />}
          name="Out of folders"
          onChoose={() => onChoose({ action: 'move', folder: null })}
        />
      )}
      <NewLine
        kind="folder"
        text={text}
        names={folders}
        onAdded={(folder) => onChoose({ action: 'move', folder })}
      />
    </>
  );
}

/** The labels whose names contain the text; that of this name comes first, where Enter chooses it. */
function foundBy<Label extends { readonly name: string }>(
  text: string,
  labels: readonly Label[],
): readonly Label[] {
  const wanted = text.toLowerCase();
  const found = labels.filter(({ name }) => name.toLowerCase().includes(wanted));
  const isExact = ({ name }: Label) => name.toLowerCase() === wanted;
  return [...found.filter(isExact), ...found.filter((label) => !isExact(label))];
}

type LineProps = {
  readonly icon: ReactNode;
  /** For screen readers, before the name. */
  readonly verb?: string;
  readonly name: string;
  /** How many links have it. */
  readonly links?: number;
  readonly children?: ReactNode;
  onChoose(): void;
};

function Line({ icon, verb, name, links, children, onChoose }: LineProps) {
  return (
    <li className="flex items-center gap-1 rounded-sm pr-1 hover:bg-raised">
      <button type="button" data-line className={lineLook} onClick={onChoose}>
        {icon}
        <span dir="auto" className="min-w-0 grow truncate text-left">
          {verb && <span className="sr-only">{verb}</span>}
          {name}
        </span>
        {links !== undefined && (
          <span aria-hidden className="num shrink-0 text-xs text-muted">
            {wholeNumber(links)}
          </span>
        )}
      </button>
      {children}
    </li>
  );
}

const lineLook =
  'flex min-h-9 min-w-0 grow items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-sm font-medium touch';

type NewLineProps = {
  readonly kind: LabelKind;
  readonly text: string;
  readonly names: readonly { readonly name: string }[];
  onAdded(id: string): void;
};

/** Adds a label of the typed name, which no label has; without a text it says how. */
function NewLine({ kind, text, names, onAdded }: NewLineProps) {
  const addLabel = useSetAtom(addLabelAtom);
  const [add, isBusy] = useAction(
    async () => onAdded(await addLabel({ kind, name: text })),
    `Failed to add the ${kind}`,
  );
  const isKnown = names.some(({ name }) => name.toLowerCase() === text.toLowerCase());
  if (text === '' && names.length > 0) return null;
  if (isKnown) return null;
  if (text === '') {
    return <li className="px-2.5 py-2 text-sm text-muted">Type a name for your first {kind}.</li>;
  }
  return (
    <Line
      icon={<Plus aria-hidden className="size-4 shrink-0" />}
      name={`New ${kind} “${text}”`}
      onChoose={() => !isBusy && add()}
    />
  );
}

function moveOrChoose(event: KeyboardEvent<HTMLElement>): void {
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-line]')];
  const at = lines.findIndex((line) => line === document.activeElement);
  const isTyping = event.target instanceof HTMLInputElement;
  const next =
    event.key === 'ArrowDown' ? lines[at + 1] : event.key === 'ArrowUp' ? lines[at - 1] : undefined;
  if (next) next.focus();
  else if (event.key === 'Enter' && isTyping) lines[0]?.click();
  else return;
  event.preventDefault();
}
