import { useAtomValue, useSetAtom } from 'jotai';
import { Download, QrCode } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Link } from '#web/api.ts';
import { copyTextAtom } from '#web/app/state/clipboard.ts';
import { usePrefix } from '#web/features/links/form/domain-field.tsx';
import type { LinkValues } from '#web/features/links/form/link-form.ts';
import { WhereVisitorsGo } from '#web/features/links/options/where-visitors-go.tsx';
import { usePageWords } from '#web/features/links/form/page-words.ts';
import { usePreviewPicture } from '#web/features/links/sections/preview-picture.tsx';
import { SharedPreview } from '#web/features/links/sections/shared-preview.tsx';
import { qrDesignAtom, qrPath } from '#web/features/qr/qr-design.ts';
import { qrLinkAtom, ShownQr } from '#web/features/qr/shown-qr.tsx';
import { withoutScheme } from '#web/format.ts';
import { Button, buttonClasses } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/texts/copy-button.tsx';

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
      <Part>
        <SharedPreview
          address={withoutScheme(link.shortUrl)}
          picture={usePreviewPicture(link)}
          words={usePageWords().words}
        />
      </Part>
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
