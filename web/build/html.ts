/** What one HTML document is made of. Paths are published ones (`/assets/…`). */
export type Document = {
  readonly title: string;
  readonly description: string;
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
  /** Module scripts, the entry first; all are preloaded, only the first is run. */
  readonly scripts: readonly string[];
  /** Inside the head, beside what every document has. */
  readonly head: string;
  readonly body: string;
};

/**
 * One whole document. What stands in double braces stays in it for the server to fill in: `nonce`,
 * `session` and `preload` per answer; `origin`, `shortOrigin`, `visitorId` and `payments` per start.
 */
export function html(page: Document, themeScript: string): string {
  const [entry, ...chunks] = page.scripts;
  return `<!doctype html>
<html lang="en" data-theme="dark" data-payments="{{payments}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<meta name="description" content="${page.description}">
<meta name="theme-color" content="#0b0d10">
<script nonce="{{nonce}}">${themeScript}</script>
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

/** What search engines and link previews read. */
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
