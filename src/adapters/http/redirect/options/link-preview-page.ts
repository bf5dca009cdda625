import type { LinkPreview } from '#core/redirect/options/routed-options';
import { documentHeaders } from '#adapters/http/redirect/page-document';
import type { PageOrigins } from '#adapters/http/redirect/pages';

/**
 * What programs that make link previews get instead of the redirect: the owner's title, text and
 * picture, by the Open Graph protocol and Twitter's cards. It does not name the destination.
 */
export function linkPreviewPage(origins: PageOrigins) {
  const { appUrl, shortUrl, headers = documentHeaders(appUrl) } = origins;
  const { pictureOrigin = shortUrl } = origins;
  const init = { headers: { ...headers, 'x-robots-tag': 'noindex' } };

  return ({ title, text, picture }: LinkPreview, code: string): Response => {
    const url = `${shortUrl}/${encodeURIComponent(code)}`;
    const shown = title ?? url.replace(/^https?:\/\//, '');
    const pictureUrl =
      picture === null ? null : `${pictureOrigin}/api/link-pictures/${picture}.jpg`;
    const meta = [
      property('og:type', 'website'),
      property('og:title', shown),
      property('og:url', url),
      named('twitter:card', pictureUrl === null ? 'summary' : 'summary_large_image'),
      named('twitter:title', shown),
      ...(text === null
        ? []
        : [
            property('og:description', text),
            named('description', text),
            named('twitter:description', text),
          ]),
      ...(pictureUrl === null
        ? []
        : [
            property('og:image', pictureUrl),
            property('og:image:type', 'image/jpeg'),
            named('twitter:image', pictureUrl),
          ]),
    ];
    const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="robots" content="noindex">
<title>${Bun.escapeHTML(shown)}</title>
${meta.join('\n')}
</head>
<body>
<h1>${Bun.escapeHTML(shown)}</h1>
<p>${Bun.escapeHTML(text ?? '')}</p>
</body>
</html>
`;
    return new Response(body, init);
  };
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${Bun.escapeHTML(content)}">`;
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${Bun.escapeHTML(content)}">`;
}
