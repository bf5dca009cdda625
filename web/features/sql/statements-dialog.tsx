import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { Dialog, DialogBody } from '#web/ui/floating/dialog.tsx';
import { EmptyState } from '#web/ui/answers/empty-state.tsx';
import { SearchBox } from '#web/ui/fields/search-box.tsx';

export type Statement = { readonly title: string | null; readonly query: string };

type StatementsDialogProps = {
  readonly title: string;
  readonly description: string;
  readonly statements: readonly Statement[];
  readonly isOpen: boolean;
  onChoose(query: string): void;
  onClose(): void;
};

/** Statements to choose from; the chosen one goes into the editor. */
export function StatementsDialog(props: StatementsDialogProps) {
  const { title, description, statements, isOpen, onChoose, onClose } = props;
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = statements.filter((one) =>
    `${one.title ?? ''} ${one.query}`.toLowerCase().includes(wanted),
  );
  return (
    <Dialog title={title} description={description} isOpen={isOpen} isWide onClose={onClose}>
      <DialogBody>
        <SearchBox
          label={`Search ${title.toLowerCase()}`}
          placeholder="Search statements..."
          text={search}
          onChange={setSearch}
        />
        {found.length === 0 ? (
          <EmptyState
            icon={<BookOpen />}
            title={
              statements.length === 0 ? 'Nothing here yet' : 'No statement matches your search'
            }
          />
        ) : (
          <ul aria-label={title} className="grid gap-2">
            {found.map((one) => (
              <li key={one.query}>
                <button
                  type="button"
                  onClick={() => onChoose(one.query)}
                  className="grid w-full gap-1 rounded-md border border-line px-3 py-2.5 text-left hover:border-line-strong hover:bg-raised"
                >
                  {one.title !== null && <span className="font-semibold">{one.title}</span>}
                  <span className="line-clamp-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap text-muted">
                    {one.query}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </DialogBody>
    </Dialog>
  );
}
