import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Bookmark, BookmarkPlus, BookOpen, Cable, History, Play, Square } from 'lucide-react';
import { type ComponentProps, useMemo, useRef, useState } from 'react';
import type { SavedStatement } from '#contract/analytics/saved';
import type { SqlSchema } from '#web/api.ts';
import { PageHeader } from '#web/features/page/page-header.tsx';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import { counted } from '#web/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import type { Vocabulary } from '#web/features/sql/editor/sql-extensions.ts';
import { type EditorHandle, SqlEditor } from '#web/features/sql/editor/sql-editor.tsx';
import { Results } from '#web/features/sql/results/results.tsx';
import { savedStatementsQuery } from '#web/features/sql/saved/statements.ts';
import { SchemaList } from './schema-list.tsx';
import { sqlDraftAtom, sqlHistoryAtom } from './sql-history.ts';
import { runAtom, runStatementAtom } from './sql.ts';
import { StatementsDialog } from './statements-dialog.tsx';
import { Link as RouterLink } from 'react-router';
import { paths } from '#web/paths.ts';
import { Dialog, DialogBody } from '#web/ui/floating/dialog.tsx';
import { ConnectionList } from '#web/features/sql/connecting/connection-list.tsx';
import { gatewayConnections } from '#web/features/sql/connecting/connections.ts';
import { modKey } from '#web/ui/browser/mod-key.ts';

const loadSaved = () => import('#web/features/sql/saved/saved-dialog.tsx');

const SavedDialog = lazyDialog(
  async () => (await loadSaved()).SavedDialog,
  ({ isOpen }) => isOpen,
);
const SaveStatementDialog = lazyDialog(
  async () => (await loadSaved()).SaveStatementDialog,
  ({ query }) => query !== null,
);
const RenameStatementDialog = lazyDialog(
  async () => (await loadSaved()).RenameStatementDialog,
  ({ statement }) => statement !== null,
);

type WorkbenchProps = { readonly schema: SqlSchema; readonly subtitle: string };
type Opened = 'examples' | 'history' | 'saved' | 'connect' | null;

/** The editor with the views beside it, and the result of the last statement below. */
export function Workbench({ schema, subtitle }: WorkbenchProps) {
  const editor = useRef<EditorHandle | null>(null);
  const [opened, setOpened] = useState<Opened>(null);
  const [toSave, setToSave] = useState<string | null>(null);
  const [toRename, setToRename] = useState<SavedStatement | null>(null);
  const [isEmpty, setIsEmpty] = useState(false);
  const [history, remember] = [useAtomValue(sqlHistoryAtom), useSetAtom(sqlHistoryAtom)];
  const runStatement = useSetAtom(runStatementAtom);
  const vocabulary = useMemo(() => vocabularyOf(schema), [schema]);
  // Loaded with the page: the dialog that saves compares names with it.
  useAtomValue(savedStatementsQuery);
  const written = () => editor.current?.text().trim() ?? '';
  const run = () => {
    const query = written();
    if (query === '') return;
    remember(query);
    void runStatement(query);
  };
  const use = (query: string) => {
    setOpened(null);
    editor.current?.replace(query);
  };
  const examples = schema.examples.map(({ title, query }) => ({ title, query }));

  return (
    <>
      <PageHeader text={subtitle}>
        <HeaderButtons onOpen={setOpened} />
      </PageHeader>
      <Card className="grid lg:grid-cols-[14rem_minmax(0,1fr)]">
        <SchemaList views={schema.views} onChoose={(name) => editor.current?.insert(name)} />
        <div className="grid grid-rows-[minmax(0,1fr)_auto] border-line max-lg:border-t lg:border-l">
          <DraftEditor
            firstText={history[0] ?? schema.examples[0]?.query ?? ''}
            vocabulary={vocabulary}
            onReady={(handle) => (editor.current = handle)}
            onEmpty={setIsEmpty}
            onRun={run}
          />
          <RunBar isEmpty={isEmpty} onRun={run} onSave={() => setToSave(written())} />
        </div>
      </Card>
      <Results limits={schema.limits} />
      <StatementsDialog
        title="Examples"
        description="Each example runs as it stands. Change it as you like."
        statements={examples}
        isOpen={opened === 'examples'}
        onChoose={use}
        onClose={() => setOpened(null)}
      />
      <StatementsDialog
        title="History"
        description="Your last statements in this browser. Logging out removes them."
        statements={history.map((query) => ({ title: null, query }))}
        isOpen={opened === 'history'}
        onChoose={use}
        onClose={() => setOpened(null)}
      />
      <SavedDialog
        isOpen={opened === 'saved'}
        onChoose={use}
        onRename={setToRename}
        onClose={() => setOpened(null)}
      />
      <SaveStatementDialog query={toSave} onClose={() => setToSave(null)} />
      <RenameStatementDialog
        statement={toRename}
        onClose={() => {
          setToRename(null);
          setOpened('saved');
        }}
      />
      <ConnectDialog
        url={schema.url}
        database={schema.database}
        isOpen={opened === 'connect'}
        onClose={() => setOpened(null)}
      />
    </>
  );
}

type DraftEditorProps = Pick<
  ComponentProps<typeof SqlEditor>,
  'vocabulary' | 'onReady' | 'onRun'
> & {
  /** The text when there is no draft. */
  readonly firstText: string;
  /** Called after each change: whether the text is empty. */
  onEmpty(isEmpty: boolean): void;
};

/** The editor, with the last text that the person wrote. */
function DraftEditor({ firstText, onEmpty, ...props }: DraftEditorProps) {
  const [draft, keepDraft] = useAtom(sqlDraftAtom);
  const change = (text: string) => {
    const isEmpty = text.trim() === '';
    keepDraft(isEmpty ? null : text);
    onEmpty(isEmpty);
  };
  return <SqlEditor {...props} initialText={draft ?? firstText} onChange={change} />;
}

const headerButtons = [
  { opened: 'examples', icon: BookOpen, label: 'Examples' },
  { opened: 'saved', icon: Bookmark, label: 'Saved' },
  { opened: 'history', icon: History, label: 'History' },
  { opened: 'connect', icon: Cable, label: 'Connect a tool' },
] as const;

function HeaderButtons({ onOpen }: { onOpen(opened: Opened): void }) {
  return headerButtons.map(({ opened, icon: Icon, label }) => (
    <Button key={opened} onClick={() => onOpen(opened)}>
      <Icon aria-hidden className="size-4" />
      {label}
    </Button>
  ));
}

function vocabularyOf({ views, functions }: SqlSchema): Vocabulary {
  const columnsOf = ({ columns }: SqlSchema['views'][number]) => columns.map(({ name }) => name);
  return {
    views: Object.fromEntries(views.map((view) => [view.name, columnsOf(view)] as const)),
    functions,
  };
}

/** Runs the statement, or cancels the running one, and shows the cost of the last one. */
type RunBarProps = {
  /** Whether the editor is empty. */
  readonly isEmpty: boolean;
  onRun(): void;
  onSave(): void;
};

function RunBar({ isEmpty, onRun, onSave }: RunBarProps) {
  const run = useAtomValue(runAtom);
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-2.5">
      {run.kind === 'running' ? (
        <Button onClick={run.cancel}>
          <Square aria-hidden className="size-4" />
          Cancel
        </Button>
      ) : (
        <Button
          look="primary"
          disabled={isEmpty}
          onClick={onRun}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          <Play aria-hidden className="size-4" />
          Run
          <span aria-hidden className="font-medium max-md:hidden">
            {modKey} ↵
          </span>
        </Button>
      )}
      <Button look="quiet" disabled={isEmpty} onClick={onSave}>
        <BookmarkPlus aria-hidden className="size-4" />
        Save
      </Button>
      <p role="status" className="num text-sm text-muted">
        {run.kind === 'running' && 'Running…'}
        {run.kind === 'cancelled' && 'Cancelled'}
        {run.kind === 'done' &&
          [
            `${run.result.isCut ? 'first ' : ''}${counted(run.result.rows.length, 'row')}`,
            `${Math.max(1, Math.round(run.result.tookMs))} ms`,
            run.result.views.length > 0 && `read ${run.result.views.join(', ')}`,
          ]
            .filter((part) => part !== false)
            .join(' · ')}
      </p>
    </div>
  );
}

type ConnectDialogProps = {
  /** The address of the ClickHouse HTTP interface. */
  readonly url: string;
  readonly database: string;
  readonly isOpen: boolean;
  onClose(): void;
};

/** How tools that speak ClickHouse's HTTP protocol connect to the account's views. */
function ConnectDialog({ url, database, isOpen, onClose }: ConnectDialogProps) {
  return (
    <Dialog
      title="Connect a tool"
      description="Waypost speaks ClickHouse's HTTP protocol. Any user name works; the password is an API key with the scope sql."
      isOpen={isOpen}
      isWide
      onClose={onClose}
    >
      <DialogBody>
        <p>
          Create the key in{' '}
          <RouterLink to={paths.apiKeys} className="font-semibold text-accent-text hover:underline">
            Settings, API
          </RouterLink>{' '}
          and put it in place of API_KEY.
        </p>
        <ConnectionList
          of={gatewayConnections({ url, database, user: 'waypost', password: 'API_KEY' })}
        />
      </DialogBody>
    </Dialog>
  );
}
