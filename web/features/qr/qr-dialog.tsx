import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Copy, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { askFile, type Link } from '#web/api.ts';
import { showErrorToastAtom, showToastAtom } from '#web/app/state/toast.ts';
import { useAction } from '#web/forms/use-action.ts';
import { withoutScheme } from '#web/format.ts';
import { Button, buttonClasses } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog, DialogActions, DialogBody } from '#web/ui/floating/dialog.tsx';
import { TitleAbove } from '#web/ui/texts/title-above.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { SelectField } from '#web/ui/fields/select.tsx';
import {
  levels,
  logos,
  marginsOf,
  type QrDesign,
  qrDesignAtom,
  qrPath,
  sizes,
} from './qr-design.ts';
import { PictureButtons } from '#web/features/pictures/picture-buttons.tsx';
import { changeLogoAtom, hasLogoQuery, logoChangesAtom } from './logo.ts';
import { ApiError } from '#web/api-error.ts';
import { useDebounced } from '#web/ui/browser/use-debounced.ts';

type QrDialogProps = { readonly link: Link | null; onClose(): void };

/** A link's QR code: its design, and buttons to copy and download it. */
export function QrDialog({ link, onClose }: QrDialogProps) {
  return (
    <Dialog
      title="QR code"
      description={
        link && (
          <TitleAbove title={link.title}>
            {`Opens ${withoutScheme(link.shortUrl)}. Scans are counted as clicks.`}
          </TitleAbove>
        )
      }
      isWide
      isOpen={link !== null}
      onClose={onClose}
    >
      {link && <Design link={link} />}
    </Dialog>
  );
}

function Design({ link }: { readonly link: Link }) {
  const [kept, keep] = useAtom(qrDesignAtom);
  const [design, setDesign] = useState(kept);
  const [size, setSize] = useState<string>('1024');
  const { picture, drawn, problems } = usePreview(link.id, design);
  const isDrawn = drawn === previewPath(link.id, design);
  useEffect(() => {
    if (isDrawn && design !== kept) keep(design);
  }, [isDrawn, design, kept, keep]);
  const change = (part: Partial<typeof design>) => setDesign({ ...design, ...part });
  const isWrong = Object.keys(problems).length > 0;
  return (
    <>
      <DialogBody>
        <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-[15rem_1fr]">
          <Picture picture={picture} isWrong={isWrong} name={withoutScheme(link.shortUrl)} />
          <div className="grid grid-cols-2 gap-4">
            <Field
              label="Color"
              type="color"
              autoFocus
              value={design.color}
              error={problems['color']}
              onChange={(event) => change({ color: event.target.value })}
              className={problems['color'] ? 'col-span-2' : 'max-sm:col-span-2'}
            />
            <Field
              label="Background"
              type="color"
              value={design.background}
              error={problems['background']}
              onChange={(event) => change({ background: event.target.value })}
              className={problems['color'] ? 'col-span-2' : 'max-sm:col-span-2'}
            />
            <Field
              label="Text in a frame"
              isOptional
              maxLength={30}
              placeholder="Scan me"
              value={design.text}
              error={problems['text']}
              onChange={(event) => change({ text: event.target.value })}
              className="col-span-2"
            />
            <SelectField
              label="Margin"
              {...marginsOf(design)}
              error={problems['margin']}
              onChange={(event) => change({ margin: event.target.value })}
              className="col-span-2"
            />
            <SelectField
              label="Error correction"
              options={levels}
              value={design.logo === 'none' ? design.level : 'H'}
              disabled={design.logo !== 'none'}
              onChange={(event) => change({ level: event.target.value })}
              className="col-span-2"
            />
            <LogoField
              logo={design.logo}
              problem={problems['logo']}
              onChange={(logo) => change({ logo })}
            />
            <SelectField
              label="Size of the PNG"
              options={sizes}
              value={size}
              error={problems['size']}
              onChange={(event) => setSize(event.target.value)}
              className="col-span-2"
            />
          </div>
        </div>
        <p role="alert" className="text-sm text-bad empty:hidden">
          {problems['']}
        </p>
      </DialogBody>
      <Actions
        name={`qr-${link.customAlias ?? link.shortCode}`}
        svg={qrPath(link.id, design, { format: 'svg', size })}
        png={qrPath(link.id, design, { format: 'png', size })}
        isWrong={isWrong}
      />
    </>
  );
}

type PictureProps = {
  readonly picture: string | null;
  readonly isWrong: boolean;
  readonly name: string;
};

function Picture({ picture, isWrong, name }: PictureProps) {
  return (
    <div className="mx-auto grid aspect-square w-full max-w-60 place-items-center rounded-lg border border-line bg-raised p-3 sm:sticky sm:top-0">
      {picture && (
        <img
          src={picture}
          alt={isWrong ? `The last readable QR code of ${name}` : `QR code of ${name}`}
          className={classNames('max-h-full max-w-full', isWrong && 'opacity-30')}
        />
      )}
    </div>
  );
}

type ActionsProps = {
  /** The name of the files, without their ending. */
  readonly name: string;
  /** Addresses of the pictures. */
  readonly svg: string;
  readonly png: string;
  readonly isWrong: boolean;
};

function Actions({ name, svg, png, isWrong }: ActionsProps) {
  const showToast = useSetAtom(showToastAtom);
  const showErrorToast = useSetAtom(showErrorToastAtom);
  const [copy, isCopying] = useAction(
    async () => {
      // Safari wants the item at once, and its content later.
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': askFile(png) })]);
      showToast('Copied!');
    },
    () => showErrorToast('Failed to copy to clipboard', 'Download the picture instead.'),
  );
  const files = [
    { href: svg, label: 'SVG', file: `${name}.svg`, look: 'secondary' },
    { href: png, label: 'PNG', file: `${name}.png`, look: 'primary' },
  ] as const;
  return (
    <DialogActions>
      <Button isBusy={isCopying} disabled={isWrong} onClick={() => copy()}>
        {!isCopying && <Copy aria-hidden className="size-4" />}
        Copy
      </Button>
      {files.map(({ href, label, file, look }) =>
        isWrong ? (
          <Button key={label} look={look} disabled>
            <Download aria-hidden className="size-4" />
            {label}
          </Button>
        ) : (
          <a key={label} href={href} download={file} className={buttonClasses(look)}>
            <Download aria-hidden className="size-4" />
            <span className="sr-only">Download </span>
            {label}
          </a>
        ),
      )}
    </DialogActions>
  );
}

const sentAs = { edgePx: 512, isSquare: true };

type LogoFieldProps = {
  readonly logo: QrDesign['logo'];
  readonly problem: string | undefined;
  onChange(logo: QrDesign['logo']): void;
};

/** Chooses the picture in the middle of the code, and uploads the account's own logo. */
function LogoField({ logo, problem, onChange }: LogoFieldProps) {
  const hasLogo = useAtomValue(hasLogoQuery).data ?? false;
  const changeLogo = useSetAtom(changeLogoAtom);
  const choose = (wanted: string) =>
    onChange(logos.find(({ value }) => value === wanted)?.value ?? 'none');
  return (
    <div className="col-span-2 grid gap-2">
      <SelectField
        label="Logo"
        options={logos}
        value={logo}
        error={problem}
        hint={
          logo === 'none'
            ? undefined
            : 'Error correction is set to High, because the logo covers part of the code.'
        }
        onChange={(event) => choose(event.target.value)}
      />
      {logo === 'own' && (
        <PictureButtons
          name="logo"
          sentAs={sentAs}
          hasPicture={hasLogo}
          onChange={(uploadUrl) => changeLogo(uploadUrl)}
        />
      )}
    </div>
  );
}

type Preview = {
  /** The last code that could be drawn; null before the first. */
  readonly picture: string | null;
  /** Its address, which names its design. */
  readonly drawn: string | null;
  /** Messages by the name of the field that they are about; '' for others. */
  readonly problems: Readonly<Record<string, string>>;
};

const nothing: Preview = { picture: null, drawn: null, problems: {} };

/** A link's code in a design. It is drawn again when typing pauses. */
function usePreview(linkId: string, design: QrDesign): Preview {
  const [preview, setPreview] = useState(nothing);
  const logoChanges = useAtomValue(logoChangesAtom);
  const path = useDebounced(previewPath(linkId, design));
  useEffect(() => {
    const abort = new AbortController();
    const show = async (): Promise<void> => {
      try {
        const picture = URL.createObjectURL(await askFile(path, abort.signal));
        if (!abort.signal.aborted) setPreview({ picture, drawn: path, problems: {} });
      } catch (error) {
        if (abort.signal.aborted) return;
        setPreview((before) => ({ ...before, problems: problemsOf(error) }));
      }
    };
    void show();
    return () => abort.abort();
  }, [path, logoChanges]);
  const { picture } = preview;
  useEffect(() => () => (picture === null ? undefined : URL.revokeObjectURL(picture)), [picture]);
  return preview;
}

/** The address of a link's preview in a design. */
function previewPath(linkId: string, design: QrDesign): string {
  return qrPath(linkId, design, { format: 'svg', size: '512' });
}

function problemsOf(error: unknown): Preview['problems'] {
  if (!(error instanceof ApiError)) return { '': 'The code could not be drawn. Please try again.' };
  const issues = error.issues.map(({ path, message }) => [path, message] as const);
  return issues.length > 0 ? Object.fromEntries(issues) : { '': error.message };
}
