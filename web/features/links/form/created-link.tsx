import { useAtomValue, useSetAtom } from 'jotai';
import {
  ChartLine,
  CircleCheck,
  CodeXml,
  Download,
  ExternalLink,
  Pencil,
  Share2,
  X,
} from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { Link as RouterLink } from 'react-router';
import type { Link } from '#web/api.ts';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { useKeepQuery } from '#web/features/address/keep-query.ts';
import { linkQuery } from '#web/features/links/links.ts';
import { shareLinkAtom } from '#web/features/links/list/share-link.ts';
import { qrDesignAtom, qrPath } from '#web/features/qr/qr-design.ts';
import { counted, withoutScheme } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { Button, buttonClasses, IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { CopyButton } from '#web/ui/texts/copy-button.tsx';
import { Dialog, DialogBody } from '#web/ui/floating/dialog.tsx';
import { useIsPhone } from '#web/ui/browser/use-is-phone.ts';

export type CreatedLinkProps = { readonly link: Link; onClose(): void };

/** A new link and what people do with it next: below its form, and on phones a sheet over it. */
export function CreatedLink({ link, onClose }: CreatedLinkProps) {
  return useIsPhone() ? (
    <CreatedDialog link={link} title={createdWords} onClose={onClose} />
  ) : (
    <CreatedPanel key={link.id} link={link} onClose={onClose} />
  );
}

/** What is said of a new link. */
const createdWords = 'Short link created successfully!';

type CreatedDialogProps = Omit<CreatedLinkProps, 'link'> & {
  /** Null: closed. */
  readonly link: Link | null;
  readonly title?: string;
};

/** A new link where no form is below it. */
export function CreatedDialog({ link, title = createdWords, onClose }: CreatedDialogProps) {
  return (
    <Dialog title={title} isWide isOpen={link !== null} onClose={onClose}>
      {link && (
        <DialogBody>
          <Created link={link} onLeave={onClose} />
        </DialogBody>
      )}
    </Dialog>
  );
}

function CreatedPanel({ link, onClose }: CreatedLinkProps) {
  const panel = useRef<HTMLDivElement>(null);
  const copy = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' });
    // The form has folded, often with the field or the button that had the focus.
    if (document.activeElement === document.body) copy.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div
      ref={panel}
      className="grid scroll-my-4 gap-3 rounded-b-[inherit] border-t border-line px-5 py-4"
    >
      <div className="flex items-center gap-2">
        <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
        <p role="status" className="grow text-sm text-muted">
          {createdWords}
        </p>
        <IconButton label="Dismiss" className="-my-1 -mr-2" onClick={onClose}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
      <Created link={link} copy={copy} />
    </div>
  );
}

type CreatedProps = Pick<CreatedLinkProps, 'link'> & {
  readonly copy?: Ref<HTMLButtonElement>;
  /** Another page opens. */
  readonly onLeave?: (() => void) | undefined;
};

function Created({ link, copy, onLeave }: CreatedProps) {
  const copyText = useSetAtom(copyTextAtom);
  const shareLink = useSetAtom(shareLinkAtom);
  const keepQuery = useKeepQuery();
  return (
    <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_auto] md:gap-x-6">
      <div className="grid min-w-0 content-start gap-1 max-md:text-center">
        <strong className="min-w-0 text-2xl leading-8 font-semibold tracking-tight break-words md:text-[2rem] md:leading-10">
          {withoutScheme(link.shortUrl)}
        </strong>
        <p className="truncate text-sm text-muted" title={link.originalUrl}>
          to {withoutScheme(link.originalUrl)}
          {link.folder && `, in ${link.folder.name}`}
        </p>
      </div>
      <Code link={link} />
      <div className="grid grid-cols-2 gap-2 md:flex md:flex-wrap md:content-end md:items-end">
        <div className="grid max-md:col-span-2">
          <CopyButton
            ref={copy}
            look="primary"
            autoFocus={onLeave !== undefined}
            onCopy={() => copyText(link.shortUrl)}
          />
        </div>
        <Button onClick={() => void shareLink(link)}>
          <Share2 aria-hidden className="size-4" />
          Share
        </Button>
        <a
          href={link.shortUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClasses()}
        >
          <ExternalLink aria-hidden className="size-4" />
          Open
        </a>
        <Next to={keepQuery(paths.editorOf(link.id))} onLeave={onLeave}>
          <Pencil aria-hidden className="size-4" />
          Edit
        </Next>
        <Next to={keepQuery(paths.linkOf(link.id))} onLeave={onLeave}>
          <ChartLine aria-hidden className="size-4" />
          View analytics
        </Next>
        {link.trackConversions && (
          <Next to={paths.trackingOf(link.id)} onLeave={onLeave} className="max-md:col-span-2">
            <CodeXml aria-hidden className="size-4" />
            Install the code
          </Next>
        )}
      </div>
      {link.trackClicks && <FirstClick link={link} />}
    </div>
  );
}

type NextProps = Pick<CreatedProps, 'onLeave'> & {
  readonly to: string;
  readonly className?: string;
  readonly children: ReactNode;
};

function Next({ to, onLeave, className, children }: NextProps) {
  return (
    <RouterLink to={to} onClick={onLeave} className={classNames(buttonClasses(), className)}>
      {children}
    </RouterLink>
  );
}

/** The link's QR code, in the person's last design. */
function Code({ link }: Pick<CreatedProps, 'link'>) {
  const design = useAtomValue(qrDesignAtom);
  return (
    <div className="grid content-start justify-items-center gap-2 md:row-span-2">
      <img
        src={qrPath(link.id, design, { format: 'svg', size: '512' })}
        alt={`QR code of ${withoutScheme(link.shortUrl)}`}
        width={512}
        height={512}
        className="size-40 rounded-md md:size-28"
      />
      <a
        href={qrPath(link.id, design, { format: 'png', size: '1024' })}
        download={`${link.shortCode}.png`}
        className={buttonClasses('secondary', 'sm')}
      >
        <Download aria-hidden className="size-4" />
        Save QR
      </a>
    </div>
  );
}

/** Follows the clicks, so that a first test of the link is seen at once. */
function FirstClick({ link }: Pick<CreatedProps, 'link'>) {
  const clicks = useAtomValue(linkQuery(link.id)).data?.totalClicks ?? 0;
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-muted max-md:justify-center">
      <span
        aria-hidden
        className={classNames('size-2 rounded-full', clicks === 0 ? 'bg-info' : 'bg-good')}
      />
      {clicks === 0 ? 'Waiting for the first click' : counted(clicks, 'click')}
    </p>
  );
}
