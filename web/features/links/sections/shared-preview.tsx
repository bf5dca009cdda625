import { Globe } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { LinkValues } from '#web/features/links/form/link-form.ts';
import type { PageWords } from '#web/features/links/form/page-words.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Segments } from '#web/ui/segments.tsx';

const networks = [
  { value: 'slack', label: 'Slack' },
  { value: 'x', label: 'X' },
  { value: 'whatsapp', label: 'WhatsApp' },
] as const;

type SharedPreviewProps = {
  /** The short address, without its scheme. */
  readonly address: string;
  /** The address of the link's own picture; null: none. */
  readonly picture: string | null;
  /** Those of the destination's page, where they are known. */
  readonly words: PageWords | null;
};

/**
 * A message or a post with the link. Without own texts, networks show those of the destination: its
 * page's words, where they are known.
 */
export function SharedPreview({ address, picture, words }: SharedPreviewProps) {
  const [network, setNetwork] = useState<string>('slack');
  const { control } = useFormContext<LinkValues>();
  const [title, text] = useWatch({
    control,
    name: ['options.previewTitle', 'options.previewText'],
  });
  const isOwn = title.trim() !== '' || text.trim() !== '' || picture !== null;
  const [host = ''] = address.split('/');
  const own = { host, title: title.trim() || address, text: text.trim(), picture };
  const shown = isOwn ? own : words;
  const card = shown && {
    ...shown,
    text: shown.text ?? '',
    picture: <Picture address={shown.picture} />,
  };
  return (
    <>
      <Segments label="When shared" value={network} options={networks} onChange={setNetwork} />
      {!card && (
        <p className="text-sm text-muted">
          Networks show the title, the text and the picture of the destination. The section Preview
          of the form sets your own.
        </p>
      )}
      {card && network === 'slack' && <InSlack {...card} />}
      {card && network === 'x' && <InX {...card} />}
      {card && network === 'whatsapp' && <InWhatsApp {...card} />}
      {card && !isOwn && (
        <p className="text-sm text-muted">
          From the page of the destination. You can set your own.
        </p>
      )}
    </>
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
