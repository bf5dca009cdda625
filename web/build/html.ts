/** The parts of one HTML document. Paths are published paths (`/assets/…`). */
export type Document = {
  readonly title: string;
  readonly description: string;
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
  /** Module scripts, the entry first. All are preloaded; only the entry is run. */
  readonly scripts: readonly string[];
  /** Markup for the head of this document alone. */
  readonly head: string;
  readonly body: string;
};

/**
 * Returns a whole document. `firstScript` runs before anything is shown. The server fills in the
 * placeholders in double braces: `nonce`, `session` and `preload` per response, the others when it
 * starts.
 */
export function html(page: Document, firstScript: string): string {
  const [entry, ...chunks] = page.scripts;
  return `<!doctype html>
<html lang="en" data-theme="dark" data-payments="{{payments}}" data-registration="{{registration}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<meta name="description" content="${page.description}">
<meta name="theme-color" content="#0b0d10">
<script nonce="{{nonce}}">${firstScript}</script>
${page.fonts.map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`).join('\n')}
${page.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
${chunks.map((href) => `<link rel="modulepreload" href="${href}">`).join('\n')}
${entry ? `<script type="module" src="${entry}" nonce="{{nonce}}"></script>` : ''}
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/assets/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/assets/apple-touch-icon.png">
${page.head}
</head>
<body>${page.body}</body>
</html>
`;
}

/** Tags for search engines and link previews. */
export function searchTags(page: { title: string; description: string; image: string }): string {
  return `<link rel="canonical" href="{{origin}}/">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Waypost">
<meta property="og:title" content="${page.title}">
<meta property="og:description" content="${page.description}">
<meta property="og:url" content="{{origin}}/">
<meta property="og:image" content="{{origin}}${page.image}">
<meta name="twitter:card" content="summary_large_image">`;
}
