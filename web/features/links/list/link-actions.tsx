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
import { Menu, MenuAction } from '#web/ui/floating/menu.tsx';
import { copyWithToastAtom } from '#web/app/state/clipboard.ts';
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

function Actions({ link, onAddConversion, onEdit, onDelete, onDuplicate }: LinkActionsProps) {
  const pauseOrResume = useSetAtom(pauseOrResumeAtom);
  const showQr = useSetAtom(qrLinkAtom);
  const shareLink = useSetAtom(shareLinkAtom);
  const copyWithToast = useSetAtom(copyWithToastAtom);
  const navigate = useNavigate();
  const keepQuery = useKeepQuery();
  const [pause] = useAction(pauseOrResume, 'Failed to update link');
  const duplicateLink = useSetAtom(duplicateLinkAtom);
  const duplicate = async () => {
    await duplicateLink(link);
    onDuplicate?.();
  };
  return (
    <>
      <MenuAction icon={<Copy aria-hidden />} onChoose={() => void copyWithToast(link.shortUrl)}>
        Copy Link
      </MenuAction>
      <MenuAction icon={<QrCode aria-hidden />} onChoose={() => showQr(link)}>
        QR code
      </MenuAction>
      <MenuAction
        icon={<ChartLine aria-hidden />}
        onChoose={() => void navigate(keepQuery(paths.analytics, link.id))}
      >
        View Analytics
      </MenuAction>
      <MenuAction icon={<CirclePlus aria-hidden />} onChoose={() => onAddConversion(link)}>
        Add Conversion
      </MenuAction>
      <MenuAction icon={<Pencil aria-hidden />} onChoose={() => onEdit(link)}>
        Edit Link
      </MenuAction>
      <MenuAction
        icon={<PanelRight aria-hidden />}
        onChoose={() => void navigate(keepQuery(paths.editorOf(link.id)))}
      >
        Open in Editor
      </MenuAction>
      <MenuAction
        icon={link.isActive ? <Pause aria-hidden /> : <Play aria-hidden />}
        onChoose={() => pause(link)}
      >
        {link.isActive ? 'Pause' : 'Resume'}
      </MenuAction>
      <MenuAction icon={<CopyPlus aria-hidden />} onChoose={() => void duplicate()}>
        Duplicate
      </MenuAction>
      <MenuAction icon={<Share2 aria-hidden />} onChoose={() => void shareLink(link)}>
        Share
      </MenuAction>
      <MenuAction icon={<Trash2 aria-hidden />} isDanger onChoose={() => onDelete(link)}>
        Delete
      </MenuAction>
    </>
  );
}

/** Pauses a link, or resumes a paused one. */
const pauseOrResumeAtom = atom(null, async (_, set, { id, isActive }: Link) => {
  await set(editLinkAtom, { id, change: { isActive: !isActive } });
  set(showToastAtom, isActive ? 'Link paused' : 'Link resumed');
});
