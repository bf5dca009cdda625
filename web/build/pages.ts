import { join } from 'node:path';
import type { BunPlugin } from 'bun';
import { type Screen, screens } from '#web/screens.ts';

const web = join(import.meta.dir, '..');

type Group = {
  /** The file that imports the group; null for the app's first file. */
  readonly importer: string | null;
  /** The page of a screen in this group; undefined for none. */
  readonly pageOf: (screen: Screen) => string | undefined;
};

/**
 * The modules that import the pages. They are three because the bundler puts code that several
 * pages of a group share into the group's importer, so that a screen loads few files.
 */
const groups: Readonly<Record<string, Group>> = {
  'pages:anyone': {
    importer: null,
    pageOf: (screen) => (screen.for === 'anyone' ? screen.page : undefined),
  },
  'pages:signed-out': {
    importer: 'app/signed-out-pages.ts',
    pageOf: (screen) =>
      screen.for === 'newcomers' || screen.for === 'visitors' ? screen.page : screen.outside,
  },
  'pages:signed-in': {
    importer: 'app/signed-in-pages.ts',
    pageOf: (screen) =>
      ['members', 'operators', 'all'].includes(screen.for) ? screen.page : undefined,
  },
};

/** A bundler plugin that writes the modules above from the table of screens. */
export const pages: BunPlugin = {
  name: 'pages',
  setup(build) {
    build.onResolve({ filter: /^pages:/ }, ({ path }) => ({ path, namespace: 'pages' }));
    build.onLoad({ filter: /./, namespace: 'pages' }, ({ path }) => {
      const group = groups[path];
      if (!group) throw new Error(`There are no pages ${path}`);
      return { contents: moduleOf(group), loader: 'js' };
    });
  },
};

/** The home page is a part of its importer's file, so that a first visit loads few files. */
const firstPage: string = screens.home.page;

function moduleOf({ pageOf }: Group): string {
  const loads = Object.entries<Screen>(screens).flatMap(([name, screen]) => {
    const page = pageOf(screen);
    if (page === undefined) return [];
    return `${name}: ${page === firstPage ? 'async () => first' : `() => import(${quoted(page)})`}`;
  });
  const isFirst = Object.values<Screen>(screens).some((screen) => pageOf(screen) === firstPage);
  return `${isFirst ? `import * as first from ${quoted(firstPage)};` : ''}
export const pages = {${loads.join(',\n')}};`;
}

function quoted(file: string): string {
  return JSON.stringify(join(web, file));
}

/**
 * Returns the scripts of each screen by its path, so that the server can preload them. `scriptsOf`
 * returns the scripts of source files.
 */
export function preloads(
  scriptsOf: (sources: readonly string[]) => string[],
): Record<string, string[]> {
  const lists: Record<string, string[]> = {};
  for (const screen of Object.values<Screen>(screens)) {
    lists[screen.path] = scriptsOf(sourcesOf(screen));
  }
  return lists;
}

/**
 * The files of a screen. When a screen has two pages, it is the signed-out one, except for the home
 * page: signed-out people get the landing page's own document there.
 */
function sourcesOf(screen: Screen): string[] {
  const { outside: _, ...signedIn } = screen;
  const shown = screen.path === screens.home.path ? signedIn : screen;
  const group = Object.values(groups).find(({ pageOf }) => pageOf(shown) !== undefined);
  const page = group?.pageOf(shown);
  return [group?.importer, page === firstPage ? null : page].filter(
    (file) => typeof file === 'string',
  );
}
