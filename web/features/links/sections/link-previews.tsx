import { useAtomValue, useSetAtom } from 'jotai';
import { Download, Globe, QrCode } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Link } from '#web/api.ts';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { usePrefix } from '#web/features/links/form/domain-field.tsx';
import type { LinkValues } from '#web/features/links/form/link-form.ts';
import { WhereVisitorsGo } from '#web/features/links/options/where-visitors-go.tsx';
import { usePreviewPicture } from '#web/features/links/sections/preview-picture.tsx';
import { qrDesignAtom, qrPath } from '#web/features/qr/qr-design.ts';
import { qrLinkAtom, ShownQr } from '#web/features/qr/shown-qr.tsx';
import { withoutScheme } from '#web/format.ts';
import { Button, buttonClasses } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Segments } from '#web/ui/segments.tsx';

type LinkPreviewsProps = {
  readonly link: Link;
  /** Whether it is a part of a dialog, from which the code's own dialog is not opened. */
  readonly isInDialog?: boolean;
};

/** What the form's link looks like: its address, shared, as a code, and where visitors go. */
export function LinkPreviews({ link, isInDialog = false }: LinkPreviewsProps) {
  return (
    <Card>
      <h2 className="flex min-h-12 items-center justify-between gap-3 px-4 font-semibold">
        Preview <span className="text-sm font-normal text-faint">follows what you type</span>
      </h2>
      <Address link={link} />
      <Shared link={link} />
      <Code link={link} isInDialog={isInDialog} />
      <Part>
        <WhereVisitorsGo />
      </Part>
      {!isInDialog && <ShownQr />}
    </Card>
  );
}

function Part({ children }: { readonly children: ReactNode }) {
  return <div className="border-t border-line px-4 py-3.5">{children}</div>;
}

function Address({ link }: LinkPreviewsProps) {
  const copyText = useSetAtom(copyTextAtom);
  const { control } = useFormContext<LinkValues>();
  const alias = useWatch({ control, name: 'customAlias' }).trim();
  const shown = `${usePrefix()}${alias || link.shortCode}`;
  const isStored = shown === withoutScheme(link.shortUrl);
  return (
    <Part>
      <p className="text-sm text-muted">
        {isStored ? 'Short address' : 'Short address, once it is saved'}
      </p>
      <div className="flex items-center justify-between gap-3">
        <strong className="min-w-0 font-semibold break-words">{shown}</strong>
        {isStored && <CopyButton size="sm" onCopy={() => copyText(link.shortUrl)} />}
      </div>
    </Part>
  );
}

const networks = [
  { value: 'slack', label: 'Slack' },
  { value: 'x', label: 'X' },
  { value: 'whatsapp', label: 'WhatsApp' },
] as const;

/** A message or a post with the link. Without own texts, networks show those of the destination. */
function Shared({ link }: LinkPreviewsProps) {
  const [network, setNetwork] = useState<string>('slack');
  const picture = usePreviewPicture(link);
  const { control } = useFormContext<LinkValues>();
  const [title, text] = useWatch({
    control,
    name: ['options.previewTitle', 'options.previewText'],
  });
  const isOwn = title.trim() !== '' || text.trim() !== '' || picture !== null;
  const [host = ''] = withoutScheme(link.shortUrl).split('/');
  const card = {
    host,
    title: title.trim() || withoutScheme(link.shortUrl),
    text: text.trim(),
    picture: <Picture address={picture} />,
  };
  return (
    <Part>
      <Segments label="When shared" value={network} options={networks} onChange={setNetwork} />
      {!isOwn && (
        <p className="text-sm text-muted">
          Networks show the title, the text and the picture of the destination. The section Preview
          of the form sets your own.
        </p>
      )}
      {isOwn && network === 'slack' && <InSlack {...card} />}
      {isOwn && network === 'x' && <InX {...card} />}
      {isOwn && network === 'whatsapp' && <InWhatsApp {...card} />}
    </Part>
  );
}

type CardProps = Readonly<Record<'host' | 'title' | 'text', string>> & {
  readonly picture: ReactNode;
};

function InSlack({ host, title, text, picture }: CardProps) {
  return (
    <figure className="grid gap-1 border-l-4 border-line-strong pl-3">
      <span className="text-xs text-muted">{host}</span>
      <strong className="line-clamp-2 font-semibold break-words text-info">{title}</strong>
      <span className="line-clamp-3 text-sm break-words empty:hidden">{text}</span>
      <span className="mt-1 overflow-hidden rounded-md border border-line">{picture}</span>
    </figure>
  );
}

/** X shows the title in the picture, and no text. */
function InX({ host, title, picture }: CardProps) {
  return (
    <figure className="grid gap-1">
      <span className="relative overflow-hidden rounded-xl border border-line">
        {picture}
        <span className="absolute bottom-2 left-2 max-w-[calc(100%-1rem)] truncate rounded-sm bg-[#000]/80 px-1.5 py-0.5 text-xs text-[#fff]">
          {title}
        </span>
      </span>
      <span className="text-xs text-muted">From {host}</span>
    </figure>
  );
}

function InWhatsApp({ host, title, text, picture }: CardProps) {
  return (
    <figure className="overflow-hidden rounded-lg bg-raised p-1">
      <span className="block overflow-hidden rounded-md">{picture}</span>
      <figcaption className="grid gap-0.5 p-2">
        <strong className="line-clamp-2 text-sm font-semibold break-words">{title}</strong>
        <span className="line-clamp-2 text-sm break-words text-muted empty:hidden">{text}</span>
        <span className="text-xs text-muted">{host}</span>
      </figcaption>
    </figure>
  );
}

const pictureShape = 'aspect-[1200/630] w-full';

function Picture({ address }: { readonly address: string | null }) {
  return address === null ? (
    <span className={classNames(pictureShape, 'grid place-items-center bg-field text-faint')}>
      <Globe aria-hidden className="size-8" />
    </span>
  ) : (
    <img
      src={address}
      alt="Preview of the link"
      className={classNames(pictureShape, 'object-cover')}
    />
  );
}

function Code({ link, isInDialog = false }: LinkPreviewsProps) {
  const design = useAtomValue(qrDesignAtom);
  const showQr = useSetAtom(qrLinkAtom);
  const svg = qrPath(link.id, design, { format: 'svg', size: '512' });
  return (
    <Part>
      <div className="flex items-center gap-4">
        <img
          src={svg}
          alt={`QR code of ${withoutScheme(link.shortUrl)}`}
          width={512}
          height={512}
          className="size-24 shrink-0 rounded-md"
        />
        <div className="grid gap-2">
          <h3 className="font-medium">QR code</h3>
          <div className="flex flex-wrap gap-2">
            {!isInDialog && (
              <Button size="sm" onClick={() => showQr(link)}>
                <QrCode aria-hidden className="size-4" />
                Design
              </Button>
            )}
            <a
              href={svg}
              download={`${link.shortCode}.svg`}
              className={buttonClasses('secondary', 'sm')}
            >
              <Download aria-hidden className="size-4" />
              SVG
            </a>
          </div>
        </div>
      </div>
    </Part>
  );
}
