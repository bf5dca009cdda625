import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { BuildArtifact, BuildOutput } from 'bun';
import { minify } from 'oxc-minify';
import { makeDocs } from './docs/pages.ts';
import { coreFont, publishFonts } from './fonts.ts';
import { appManifest } from './app-manifest.ts';
import { html, searchTags } from './html.ts';
import { pages, preloads } from './pages.ts';
import { publishServiceWorker } from './service-worker.ts';
import { tailwind } from './tailwind.ts';

const web = join(import.meta.dir, '..');
const packages = join(web, '..', 'node_modules');
const flagFolder = join(packages, 'country-flag-icons/3x2');

const appEntry = 'app/main.tsx';
const landingEntry = 'features/landing/landing.ts';

export type WebBuild = {
  readonly folder: string;
  /** No minification, fast compression, the design page, and a reload after each build. */
  readonly isDevelopment: boolean;
  /** Identifies the built sources. Written to `build.txt`. */
  readonly stamp: string;
};

/**
 * Builds everything that browsers load into `folder`: hashed assets, each text also as `.br` and
 * `.gz`, the app's shell and the landing page. The folder is replaced by a rename, so that a
 * running server never reads an incomplete build.
 */
export async function buildWebApp({ folder, isDevelopment, stamp }: WebBuild): Promise<void> {
  const isProduction = !isDevelopment;
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(join(draft, 'assets'), { recursive: true });

  const fonts = await publishFonts(join(draft, 'assets'));
  await publishFixedFiles(draft);
  const app = await bundle(draft, fonts, isProduction);
  await writePages(draft, app, fonts);
  if (isProduction) await minifyScripts(join(draft, 'assets'));
  await compressTexts(join(draft, 'assets'), isProduction);
  await Bun.write(join(draft, 'assets', 'build.txt'), stamp);

  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
}

/**
 * Copies the files with fixed names: icons for browsers and home screens, and flags by country
 * code.
 */
async function publishFixedFiles(draft: string): Promise<void> {
  const icons = ['favicon.svg', 'favicon.ico', 'apple-touch-icon.png', 'social-card.png'];
  icons.push(...appManifest.icons.map(({ src }) => basename(src)));
  for (const icon of icons) {
    await Bun.write(join(draft, 'assets', icon), Bun.file(join(web, 'images', icon)));
  }
  await Bun.write(join(draft, 'assets/app.webmanifest'), JSON.stringify(appManifest));
  for (const flag of await readdir(flagFolder)) {
    await Bun.write(join(draft, 'assets/flags', flag), Bun.file(join(flagFolder, flag)));
  }
}

async function bundle(
  draft: string,
  fonts: ReadonlyMap<string, string>,
  isProduction: boolean,
): Promise<BuildOutput> {
  return Bun.build({
    ...naming,
    entrypoints: [appEntry, landingEntry, 'app/app.css'].map((file) => join(web, file)),
    outdir: draft,
    target: 'browser',
    splitting: true,
    // A small script that several screens share goes into a larger one: each file is a request.
    minChunkSize: 16_384,
    minify: isProduction,
    metafile: true,
    external: ['/assets/*'],
    conditions: [isProduction ? 'production' : 'development'],
    define: {
      'process.env.NODE_ENV': JSON.stringify(isProduction ? 'production' : 'development'),
      IS_DEVELOPMENT: String(!isProduction),
    },
    plugins: [pages, tailwind(fonts)],
  });
}

const naming = {
  publicPath: '/',
  naming: {
    entry: 'assets/[name]-[hash].[ext]',
    chunk: 'assets/chunk-[hash].[ext]',
    asset: 'assets/[name]-[hash].[ext]',
  },
} as const;

async function writePages(
  draft: string,
  app: BuildOutput,
  fonts: ReadonlyMap<string, string>,
): Promise<void> {
  const theme = await minified('app/theme-script.js');
  const ahead = await minified('app/ahead-script.js');
  const styles = app.outputs.filter((file) => file.path.endsWith('.css'));
  if (styles.length !== 1) throw new Error('All styles belong in app.css: others are never linked');

  const shared = {
    styles: styles.map(published),
    fonts: [fonts.get(coreFont) ?? ''],
    description:
      'Waypost turns long URLs into short links, shows who clicks them, and measures what each click earns.',
  };
  const title = 'Waypost: Brand, Track, Convert!';
  const shell = html(
    {
      ...shared,
      title: 'Waypost',
      head: '<meta name="robots" content="noindex">\n<link rel="manifest" href="/assets/app.webmanifest">\n<meta name="app-origin" content="{{origin}}">\n<meta name="short-origin" content="{{shortOrigin}}">\n<meta name="visitor-id" content="{{visitorId}}">\n<meta name="sign-in-with" content="{{signInWith}}">\n<meta name="payments" content="{{payments}}">\n<meta name="registration" content="{{registration}}">\n<meta name="sql" content="{{sql}}">\n<meta name="webhooks" content="{{webhooks}}">\n<meta name="retention-months" content="{{retentionMonths}}">\n<meta name="session" content="{{session}}">\n{{preload}}',
      scripts: scriptsOf(app, appEntry),
      body: shellBody(await render(draft, 'app/shell/render-loading-screen.tsx')),
    },
    theme + ahead,
  );
  const landing = html(
    {
      ...shared,
      title,
      head: searchTags({ ...shared, title, image: '/assets/social-card.png' }),
      scripts: scriptsOf(app, landingEntry),
      body: await render(draft, 'features/landing/render-landing.tsx'),
    },
    theme,
  );
  await writeDocs(draft, { ...shared, scripts: [], head: '' }, theme);
  const offline = await minified('app/offline-script.js');
  await publishServiceWorker(draft, { ...shared, scripts: [] }, theme + offline);
  await Bun.write(join(draft, 'shell.html'), shell);
  await Bun.write(join(draft, 'preloads.json'), JSON.stringify(preloads(scriptsBeyond(app))));
  await Bun.write(join(draft, 'landing.html'), landing);
}

/** Writes the documentation under its addresses, with a style sheet of its own. */
async function writeDocs(
  draft: string,
  page: Omit<Parameters<typeof html>[0], 'title' | 'body'>,
  theme: string,
): Promise<void> {
  const css = await Bun.file(join(web, 'build/docs/docs.css')).text();
  const style = `/assets/docs-${Bun.hash(css).toString(36)}.css`;
  await Bun.write(join(draft, style), css);
  const { pages: documents, texts } = await makeDocs();
  for (const { path, title, body } of documents) {
    const whole = { ...page, title: `${title} · Waypost`, styles: [...page.styles, style], body };
    await Bun.write(join(draft, 'documents', `${path}.html`), html(whole, theme));
  }
  for (const [path, text] of Object.entries(texts)) {
    await Bun.write(join(draft, 'documents', path), text);
  }
}

/**
 * The published path of a source file's script, followed by the scripts that it imports statically.
 */
function scriptsOf(app: BuildOutput, source: string): string[] {
  const outputs = app.metafile?.outputs ?? {};
  const first = Object.keys(outputs).find((path) =>
    outputs[path]?.entryPoint?.endsWith(`web/${source}`),
  );
  if (!first) throw new Error(`The build made nothing of ${source}`);

  const found = new Set([first]);
  for (const path of found) {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && outputs[imported]) found.add(imported);
    }
  }
  return [...found].map((path) => `/assets/${basename(path)}`);
}

/** Returns the scripts of source files, without those that every document loads. */
function scriptsBeyond(app: BuildOutput): (sources: readonly string[]) => string[] {
  const known = new Set(scriptsOf(app, appEntry));
  return (sources) => {
    const scripts = new Set(sources.flatMap((source) => scriptsOf(app, source)));
    return [...scripts].filter((script) => !known.has(script));
  };
}

/** The loading screen is visible while the app's scripts are loading. */
function shellBody(loadingScreen: string): string {
  const instead = '<style nonce="{{nonce}}">#root { display: none }</style>';
  const need = '<p class="grid min-h-dvh place-content-center">Waypost needs JavaScript.</p>';
  return `<div id="root">${loadingScreen}</div><noscript>${instead}${need}</noscript>`;
}

/** Runs `source`, which prints markup, and publishes the images that the markup needs. */
async function render(draft: string, source: string): Promise<string> {
  const outdir = join(draft, 'render');
  const built = await Bun.build({
    ...naming,
    entrypoints: [join(web, source)],
    outdir,
    target: 'bun',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const entry = built.outputs.find((file) => file.kind === 'entry-point');
  const markup = await printedBy(entry?.path ?? '', source);
  for (const asset of built.outputs.filter((file) => file.kind === 'asset')) {
    await Bun.write(join(draft, published(asset)), asset);
  }
  await rm(outdir, { recursive: true });
  return markup;
}

/**
 * Returns a script's output. The script runs in its own process, because a file watcher of this
 * process must not watch the draft.
 */
async function printedBy(script: string, source: string): Promise<string> {
  const child = Bun.spawn([process.execPath, script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const printed = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error(`${source} does not render`);
  return printed;
}

function published(file: BuildArtifact): string {
  return `/assets/${basename(file.path)}`;
}

async function minified(file: string): Promise<string> {
  const text = await Bun.file(join(web, file)).text();
  return new Bun.Transpiler({ loader: 'js', minifyWhitespace: true }).transformSync(text).trim();
}

/** Minifies again what Bun has bundled and minified: about four per cent less over the wire. */
async function minifyScripts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.js')) continue;
    const file = Bun.file(join(folder, name));
    const { code, errors } = await minify(name, await file.text(), { module: true });
    const [error] = errors;
    if (error) throw new Error(`${name} cannot be minified: ${error.message}`);
    await Bun.write(file, code);
  }
}

async function compressTexts(folder: string, isProduction: boolean): Promise<void> {
  const quality = isProduction ? 11 : 4;
  for (const file of await readdir(folder, { recursive: true })) {
    if (!/\.(js|css|svg|json)$/.test(file)) continue;
    const bytes = await Bun.file(join(folder, file)).bytes();
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
    await Bun.write(join(folder, `${file}.br`), brotliCompressSync(bytes, { params }));
    await Bun.write(join(folder, `${file}.gz`), gzipSync(bytes, { level: isProduction ? 9 : 1 }));
  }
}
