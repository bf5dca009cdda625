import { Combobox, ComboboxInput, ComboboxOptions } from '@headlessui/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { accountAtom, logoutAtom } from '#web/app/state/account.ts';
import { closedActionsAtom, keysHelpAtom } from '#web/app/state/palette.ts';
import { themeAtom } from '#web/app/state/theme.ts';
import { useAction } from '#web/forms/use-action.ts';
import { absentPaths } from '#web/instance.ts';
import type { Link } from '#web/api.ts';
import { CreatedDialog } from '#web/features/links/form/created-link.tsx';
import { showErrorToastAtom } from '#web/app/state/toast.ts';
import { copyWithToastAtom, putInClipboard } from '#web/app/state/clipboard.ts';
import { createLinkAtom, linksPageQuery } from '#web/features/links/links.ts';
import { openedLinksAtom } from '#web/features/links/opened-links.ts';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { usePrevious } from '#web/ui/answers/use-previous.ts';
import { useDebounced } from '#web/ui/browser/use-debounced.ts';
import { messageOf } from '#web/forms/refusals.ts';
import { useRefusalToast } from '#web/app/state/refusal-toast.ts';
import { paths } from '#web/paths.ts';
import { Dialog } from '#web/ui/floating/dialog.tsx';
import { viewsQuery } from '#web/features/analytics/views/views.ts';
import { foldersQuery, tagsQuery } from '#web/features/labels/labels.ts';
import { CommandRow } from './command-row.tsx';
import { type Command, commandsFor, shows, urlIn } from './commands.ts';
import { useNewLink } from './keys.ts';
import { pressLater, useActionsOnPage } from './on-page.ts';

type CommandPaletteProps = { readonly isOpen: boolean; onClose(): void };

const shownLinks = '8';

/** Finds links and screens, and creates links, from one field. */
export function CommandPalette({ isOpen, onClose }: CommandPaletteProps) {
  const [created, setCreated] = useState<Created | null>(null);
  return (
    <>
      <Dialog title="Find anything" isAtTop isOpen={isOpen} onClose={onClose}>
        <Finder onClose={onClose} onCreated={setCreated} />
      </Dialog>
      <CreatedDialog
        link={created?.link ?? null}
        {...(created?.isCopied && { title: 'Short link created and copied' })}
        onClose={() => setCreated(null)}
      />
    </>
  );
}

/** Browsers allow a copy only for a short time after a gesture. */
type Created = { readonly link: Link; readonly isCopied: boolean };

type FinderProps = Pick<CommandPaletteProps, 'onClose'> & { onCreated(created: Created): void };

function Finder({ onClose, onCreated }: FinderProps) {
  const [typed, setTyped] = useState('');
  const commands = useCommands(typed);
  const { choose, copy } = useChoice({ onClose, onCreated });
  /**
   * On Tab the combobox would close its list and choose an entry. Here Tab moves the focus and
   * chooses nothing.
   */
  const isTab = useRef(false);
  const press = (event: KeyboardEvent, active: Command | null): void => {
    isTab.current = event.key === 'Tab';
    setTimeout(() => {
      isTab.current = false;
    });
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && event.shiftKey && active) copy(active);
    else return;
    // Otherwise the combobox would close its list or choose an entry.
    event.preventDefault();
  };

  return (
    <Combobox<Command | null, undefined, 'div'>
      as="div"
      immediate
      value={null}
      onChange={(command) => command && !isTab.current && choose(command)}
      className="grid min-h-0 grid-rows-[auto_minmax(0,1fr)_auto]"
    >
      {({ activeOption }) => (
        <>
          <div className="relative px-5 pb-3">
            <Search
              aria-hidden
              className="absolute inset-y-0 left-8 my-auto size-4 -translate-y-1.5 text-faint"
            />
            <ComboboxInput
              aria-label="Find links and screens, or paste an address"
              autoFocus
              autoComplete="off"
              spellCheck={false}
              placeholder="A link, a screen, or an address to shorten"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => press(event, activeOption)}
              className="h-11 w-full rounded-md border border-line-strong bg-field pr-3 pl-9"
            />
          </div>
          <ComboboxOptions
            static
            modal={false}
            aria-label="Found"
            className="min-h-24 overflow-y-auto px-3 pb-3"
          >
            {commands.map((command) => (
              <CommandRow key={command.key} command={command} />
            ))}
            {commands.length === 0 && (
              <div role="option" aria-selected={false} aria-disabled className="p-2 text-muted">
                Nothing matches
              </div>
            )}
          </ComboboxOptions>
          <p className="border-t border-line px-5 py-2.5 text-sm text-muted max-md:hidden">
            Enter opens, Shift + Enter copies a short link, arrows move.
          </p>
        </>
      )}
    </Combobox>
  );
}

/**
 * The entries for a text; without one, the links opened last. Until the answer for the text has arrived,
 * the links are those of an earlier answer that contain the text, so that Enter never opens an unrelated
 * link.
 */
function useCommands(typed: string): readonly Command[] {
  const text = typed.trim();
  const debounced = useDebounced(text);
  const { data } = useAtomValue(
    linksPageQuery({ limit: shownLinks, ...(debounced !== '' && { search: debounced }) }),
  );
  const { value: page } = usePrevious(data, null);
  const links = page?.items ?? [];
  const isAnswered = data !== undefined && debounced === text;
  const found = isAnswered ? links : links.filter((link) => shows(link, text));
  const account = useAtomValue(accountAtom);
  const isOperator = account.kind === 'in' && account.user.isOperator === true;
  const opened = useAtomValue(openedLinksAtom);
  const absent = isOperator ? absentPaths : new Set([...absentPaths, paths.operator]);
  const { data: tags } = useAtomValue(tagsQuery);
  const { data: folders } = useAtomValue(foldersQuery);
  const { data: views } = useAtomValue(viewsQuery);
  const closed = useAtomValue(closedActionsAtom);
  const onPage = useActionsOnPage();
  return commandsFor(text, {
    links: text === '' ? opened : found,
    absent,
    onPage,
    closed,
    ...(views && { views }),
    ...(tags && { tags }),
    ...(folders && { folders }),
  });
}

function useChoice({ onClose, onCreated }: FinderProps) {
  const navigate = useNavigate();
  const keepQuery = useKeepQuery();
  const create = useCreation(onCreated);
  const copyWithToast = useSetAtom(copyWithToastAtom);
  const newLink = useNewLink();
  const chooseTheme = useSetAtom(themeAtom);
  const showKeys = useSetAtom(keysHelpAtom);
  const logout = useSetAtom(logoutAtom);
  const [leave] = useAction(logout, (_, showErrorToast) =>
    showErrorToast('Failed to log out. Please try again.'),
  );
  const choose = (command: Command): void => {
    onClose();
    switch (command.kind) {
      case 'go':
        return void navigate(keepQuery(command.path));
      case 'filter':
      case 'view':
        return void navigate(command.path);
      case 'read':
        return void window.open(command.path, '_blank', 'noopener');
      case 'link':
        return void navigate(keepQuery(paths.linkOf(command.link.id)));
      case 'new':
        return newLink(command.what);
      case 'theme':
        return chooseTheme(command.theme);
      case 'show keys':
        return showKeys(true);
      case 'log out':
        return leave();
      case 'page':
        return pressLater(command.name);
      case 'closed':
        // Once the palette has closed and given the focus back.
        return void setTimeout(command.run);
      case 'create':
        return void create(command.originalUrl);
      case 'create from clipboard':
        return void create(null);
    }
  };
  const copy = (command: Command): void => {
    if (command.kind !== 'link') return choose(command);
    onClose();
    void copyWithToast(command.link.shortUrl);
  };
  return { choose, copy };
}

/** Creates a link for an address, or for the one in the clipboard, and copies it. */
function useCreation(
  onCreated: FinderProps['onCreated'],
): (originalUrl: string | null) => Promise<void> {
  const createLink = useSetAtom(createLinkAtom);
  const showErrorToast = useSetAtom(showErrorToastAtom);
  const showRefusal = useRefusalToast();
  return async (wanted) => {
    const copied = wanted ?? (await clipboardText());
    if (copied === null) {
      showErrorToast('The clipboard cannot be read here', 'Paste the address into the field.');
      return;
    }
    const originalUrl = urlIn(copied);
    if (originalUrl === null) {
      showErrorToast('There is no web address in the clipboard');
      return;
    }
    try {
      const link = await createLink({ originalUrl });
      onCreated({ link, isCopied: await putInClipboard(link.shortUrl) });
    } catch (error) {
      showRefusal(error)(messageOf(error, 'Failed to create short link'));
    }
  };
}

/**
 * The text in the clipboard; null when the browser (for example over plain http) or the person does
 * not allow reading it.
 */
async function clipboardText(): Promise<string | null> {
  return navigator.clipboard?.readText().catch(() => null) ?? null;
}
