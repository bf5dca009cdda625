import { useAtomValue } from 'jotai';
import { Bell, Bookmark, BookmarkPlus, Check, ListX, Mail, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useClosedActions } from '#web/app/state/palette.ts';
import { isSameQuery, searchParamsAtom } from '#web/app/state/search-params.ts';
import { paths } from '#web/paths.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { Menu, MenuAction } from '#web/ui/floating/menu.tsx';
import { lazyDialog } from '#web/app/state/lazy.tsx';
import { viewsQuery } from './views.ts';

const ManageViewsDialog = lazyDialog(
  async () => (await import('./manage-views-dialog.tsx')).ManageViewsDialog,
  ({ isOpen }) => isOpen,
);

const SaveViewDialog = lazyDialog(
  async () => (await import('./save-view-dialog.tsx')).SaveViewDialog,
  ({ isOpen }) => isOpen,
);

/** The saved views, an entry that saves the current report, and where reports are mailed and shared. */
export function ViewsMenu() {
  const { data: views = [] } = useAtomValue(viewsQuery);
  const searchParams = useAtomValue(searchParamsAtom).toString();
  const [open, setOpen] = useState<'save' | 'manage' | null>(null);
  const navigate = useNavigate();
  const close = () => setOpen(null);
  useClosedActions([
    { name: 'Save this view...', run: () => setOpen('save') },
    ...(views.length > 0 ? [{ name: 'Remove views...', run: () => setOpen('manage') }] : []),
  ]);
  return (
    <>
      <Menu
        buttonClassName={buttonClasses('secondary', 'sm')}
        button={
          <>
            <Bookmark aria-hidden className="size-4 text-muted" />
            <span className="max-md:sr-only">Views</span>
          </>
        }
      >
        {views.map(({ id, name, query }) => (
          <MenuAction
            key={id}
            icon={
              isSameQuery(query, searchParams) ? <Check aria-hidden /> : <Bookmark aria-hidden />
            }
            onChoose={() => void navigate({ pathname: paths.analytics, search: query })}
          >
            <span dir="auto" className="max-w-64 truncate">
              {name}
            </span>
          </MenuAction>
        ))}
        <MenuAction icon={<BookmarkPlus aria-hidden />} onChoose={() => setOpen('save')}>
          Save this view...
        </MenuAction>
        {views.length > 0 && (
          <MenuAction icon={<ListX aria-hidden />} onChoose={() => setOpen('manage')}>
            Remove views...
          </MenuAction>
        )}
        <MenuAction icon={<Mail aria-hidden />} onChoose={() => void navigate(paths.reports)}>
          Email a saved view...
        </MenuAction>
        <MenuAction
          icon={<Share2 aria-hidden />}
          onChoose={() => void navigate(paths.sharedReports)}
        >
          Shared reports...
        </MenuAction>
        <MenuAction icon={<Bell aria-hidden />} onChoose={() => void navigate(paths.alerts)}>
          Alerts...
        </MenuAction>
      </Menu>
      <SaveViewDialog isOpen={open === 'save'} query={searchParams} onClose={close} />
      <ManageViewsDialog isOpen={open === 'manage'} views={views} onClose={close} />
    </>
  );
}
