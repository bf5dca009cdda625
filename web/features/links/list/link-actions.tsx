import { atom, useSetAtom } from 'jotai';
import {
  ChartLine,
  CirclePlus,
  Copy,
  CopyPlus,
  Ellipsis,
  PanelRight,
  Pause,
  Pencil,
  Play,
  QrCode,
  Share2,
  Trash2,
} from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Link } from '#web/api.ts';
import { withoutScheme } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { duplicateLinkAtom } from '#web/features/links/form/wanted.ts';
import { qrLinkAtom } from '#web/features/qr/shown-qr.tsx';
import { Menu, MenuEntries, type MenuEntry } from '#web/ui/floating/menu.tsx';
import { copyWithToastAtom } from '#web/app/state/clipboard.ts';
import { useClosedActions } from '#web/app/state/palette.ts';
import { shareLinkAtom } from './share-link.ts';
import { useAction } from '#web/forms/use-action.ts';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { editLinkAtom } from '#web/features/links/links.ts';
import { showToastAtom } from '#web/app/state/toast.ts';

/** The callbacks of a link's menu. */
export type LinkActionsProps = {
  readonly link: Link;
  onAddConversion(link: Link): void;
  onEdit(link: Link): void;
  onDelete(link: Link): void;
  /** Opens the form that a duplicate fills, on a page that does not have it. */
  onDuplicate?(): void;
};

export function LinkActions(props: LinkActionsProps) {
  return (
    <Menu
      label={`Actions for ${withoutScheme(props.link.shortUrl)}`}
      buttonClassName="grid size-8 shrink-0 place-items-center rounded-md text-muted touch-square hover:bg-line hover:text-text"
      button={<Ellipsis aria-hidden className="size-[18px]" />}
    >
      <Actions {...props} />
    </Menu>
  );
}

/**
 * The same menu on the link's own page. The palette offers its actions too, except those that destroy
 * something.
 */
export function LinkPageActions(props: LinkActionsProps) {
  useClosedActions(useLinkActions(props).filter(({ isDanger }) => !isDanger));
  return <LinkActions {...props} />;
}

function Actions(props: LinkActionsProps) {
  return <MenuEntries entries={useLinkActions(props)} />;
}

function useLinkActions(props: LinkActionsProps): readonly MenuEntry[] {
  const { link, onAddConversion, onEdit, onDelete, onDuplicate } = props;
  const pauseOrResume = useSetAtom(pauseOrResumeAtom);
  const showQr = useSetAtom(qrLinkAtom);
  const shareLink = useSetAtom(shareLinkAtom);
  const copyWithToast = useSetAtom(copyWithToastAtom);
  const navigate = useNavigate();
  const keepQuery = useKeepQuery();
  const [pause] = useAction(pauseOrResume, 'Failed to update link');
  const duplicateLink = useSetAtom(duplicateLinkAtom);
  const open = (path: string) => void navigate(path);
  const duplicate = async () => {
    await duplicateLink(link);
    onDuplicate?.();
  };
  return [
    {
      name: 'Copy Link',
      icon: <Copy aria-hidden />,
      run: () => void copyWithToast(link.shortUrl),
    },
    { name: 'QR code', icon: <QrCode aria-hidden />, run: () => showQr(link) },
    {
      name: 'View Analytics',
      icon: <ChartLine aria-hidden />,
      run: () => open(keepQuery(paths.analytics, link.id)),
    },
    {
      name: 'Add Conversion',
      icon: <CirclePlus aria-hidden />,
      run: () => onAddConversion(link),
    },
    { name: 'Edit Link', icon: <Pencil aria-hidden />, run: () => onEdit(link) },
    {
      name: 'Open in Editor',
      icon: <PanelRight aria-hidden />,
      run: () => open(keepQuery(paths.editorOf(link.id))),
    },
    link.isActive
      ? { name: 'Pause', icon: <Pause aria-hidden />, run: () => pause(link) }
      : { name: 'Resume', icon: <Play aria-hidden />, run: () => pause(link) },
    { name: 'Duplicate', icon: <CopyPlus aria-hidden />, run: () => void duplicate() },
    { name: 'Share', icon: <Share2 aria-hidden />, run: () => void shareLink(link) },
    { name: 'Delete', icon: <Trash2 aria-hidden />, isDanger: true, run: () => onDelete(link) },
  ];
}

/** Pauses a link, or resumes a paused one. */
const pauseOrResumeAtom = atom(null, async (_, set, { id, isActive }: Link) => {
  await set(editLinkAtom, { id, change: { isActive: !isActive } });
  set(showToastAtom, isActive ? 'Link paused' : 'Link resumed');
});
