import { useAtomValue, useSetAtom } from 'jotai';
import { Globe, QrCode } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Link } from '#web/api.ts';
import { changePreviewPictureAtom } from '#web/features/links/links.ts';
import type { LinkValues } from '#web/features/links/form/link-form.ts';
import { hasCondition, wishedRule } from '#web/features/links/options/option-values.ts';
import { ruleName } from '#web/features/links/options/rule-name.ts';
import { qrDesignAtom, qrPath } from '#web/features/qr/qr-design.ts';
import { qrLinkAtom, ShownQr } from '#web/features/qr/shown-qr.tsx';
import { withoutScheme } from '#web/format.ts';
import { PictureButtons } from '#web/features/pictures/picture-buttons.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';

/** Networks show a wide picture best at 1,200 by 630 pixels. */
const sentAs = { edgePx: 1600, isSquare: false };

type LinkPreviewsProps = {
  readonly link: Link;
  /** The path of the preview's current picture; null: none. */
  readonly picture: string | null;
};

/** Previews of the link, for the current values of the form. */
export function LinkPreviews({ link, picture }: LinkPreviewsProps) {
  return (
    <div className="grid min-w-0 gap-5 lg:sticky lg:top-6">
      <SocialCard link={link} picture={picture} />
      <Destinations />
      <Code link={link} />
    </div>
  );
}

/** A message or a post with the link. Without own texts, networks show those of the destination. */
function SocialCard({ link, picture }: LinkPreviewsProps) {
  const changePicture = useSetAtom(changePreviewPictureAtom);
  const { control } = useFormContext<LinkValues>();
  const [title, text] = useWatch({
    control,
    name: ['options.previewTitle', 'options.previewText'],
  });
  const isOwn = title.trim() !== '' || text.trim() !== '' || picture !== null;
  const [host] = withoutScheme(link.shortUrl).split('/');
  return (
    <Card>
      <CardHeader title="Link preview" />
      <div className="px-4 pb-4">
        {isOwn ? (
          <figure className="overflow-hidden rounded-lg border border-line bg-raised">
            {picture === null ? (
              <div className="grid aspect-[1200/630] place-items-center border-b border-line text-faint">
                <Globe aria-hidden className="size-8" />
              </div>
            ) : (
              <img
                src={picture}
                alt="Preview of the link"
                className="aspect-[1200/630] w-full border-b border-line object-cover"
              />
            )}
            <figcaption className="grid gap-0.5 p-3">
              <span className="text-xs text-faint">{host}</span>
              <strong className="line-clamp-2 font-semibold break-words">
                {title.trim() || withoutScheme(link.shortUrl)}
              </strong>
              {text.trim() !== '' && (
                <span className="line-clamp-2 text-sm break-words text-muted">{text.trim()}</span>
              )}
            </figcaption>
          </figure>
        ) : (
          <p className="text-sm text-muted">
            Networks show the title, the text and the picture of the destination. Fill in a preview
            title or text, or upload a picture, to show your own.
          </p>
        )}
        <div className="mt-3">
          <PictureButtons
            name="picture"
            sentAs={sentAs}
            hasPicture={picture !== null}
            onChange={(pictureURL) => changePicture({ id: link.id, pictureURL })}
          />
        </div>
      </div>
    </Card>
  );
}

/** Which visitors get which destination, in the order of the rules. */
function Destinations() {
  const { control } = useFormContext<LinkValues>();
  const [originalUrl, others, isTest, rules] = useWatch({
    control,
    name: ['originalUrl', 'otherDestinations', 'splitTestEnabled', 'options.rules'],
  });
  const rest = isTest ? [originalUrl, ...others.map(({ url }) => url)] : [originalUrl];
  return (
    <Card>
      <CardHeader title="Destinations" />
      <dl className="grid gap-3 px-4 pb-4 text-sm">
        {rules.filter(hasCondition).map((rule, at) => (
          <div key={`${at} ${rule.id}`} className="grid min-w-0">
            <dt className="font-medium">{ruleName(wishedRule(rule))}</dt>
            <Target url={rule.url} />
          </div>
        ))}
        <div className="grid min-w-0">
          <dt className="font-medium">
            {rules.some(hasCondition) ? 'Everybody else' : 'Everybody'}
            {isTest && ', in turn'}
          </dt>
          {rest.map((url, at) => (
            <Target key={`${at}`} url={url} />
          ))}
        </div>
      </dl>
    </Card>
  );
}

function Target({ url }: { readonly url: string }) {
  return <dd className="truncate text-muted">{withoutScheme(url.trim()) || '—'}</dd>;
}

function Code({ link }: { readonly link: Link }) {
  const design = useAtomValue(qrDesignAtom);
  const showQr = useSetAtom(qrLinkAtom);
  const name = withoutScheme(link.shortUrl);
  return (
    <Card>
      <CardHeader title="QR code">
        <Button size="sm" onClick={() => showQr(link)}>
          <QrCode aria-hidden className="size-4" />
          Design
        </Button>
      </CardHeader>
      <div className="px-4 pb-4">
        <img
          src={qrPath(link.id, design, { format: 'svg', size: '512' })}
          alt={`QR code of ${name}`}
          width={512}
          height={512}
          className="mx-auto h-auto w-full max-w-44 rounded-md"
        />
      </div>
      <ShownQr />
    </Card>
  );
}
