import { dirname } from 'node:path';
import { compile, optimize } from '@tailwindcss/node';
import { Scanner } from '@tailwindcss/oxide';
import type { BunPlugin } from 'bun';

/**
 * A bundler plugin that runs Tailwind. It compiles `app.css` with the utilities that the sources
 * under `web/` use. `fonts` maps the font files that the style sheet names to their published
 * paths.
 */
export function tailwind(fonts: ReadonlyMap<string, string>): BunPlugin {
  return {
    name: 'tailwind',
    setup(build) {
      build.onLoad({ filter: /[/\\]web[/\\]app[/\\]app\.css$/ }, async ({ path }) => {
        const base = dirname(path);
        const source = await Bun.file(path).text();
        const compiler = await compile(source, { base, from: path, onDependency: () => {} });
        const sources = [{ base: dirname(base), pattern: '**/*.{ts,tsx}', negated: false }];
        const css = compiler.build(new Scanner({ sources }).scan());
        const { code } = optimize(css, { minify: true });
        return { contents: withPublishedFonts(code, fonts), loader: 'css' };
      });
    },
  };
}

function withPublishedFonts(css: string, fonts: ReadonlyMap<string, string>): string {
  return css.replaceAll(/url\(["']?(?:[^()"']*\/)?([\w-]+\.woff2)["']?\)/g, (_, file: string) => {
    const published = fonts.get(file);
    if (!published) throw new Error(`app.css names a font that is not published: ${file}`);
    return `url(${published})`;
  });
}
