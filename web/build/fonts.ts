import { mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import subsetFont from 'subset-font';

const packageFolder = join(import.meta.dir, '../../node_modules/@fontsource-variable/inter/files');
const latin = 'inter-latin-wght-normal.woff2';

/** The small font file that every screen needs. app.css names it, and documents preload it. */
export const coreFont = 'inter-core-wght-normal.woff2';

/** The fixed name of that file, for the server's own pages, which do not know the hash. */
const fixedFont = 'inter.woff2';

/** The characters of the interface: ASCII, and the signs that its texts and numbers use. */
const coreCharacters =
  String.fromCharCode(...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index)) +
  '\u00a0£·×–—‘’“”•…€−';

/** The font weights that the screens use. `features` lists the OpenType features to keep. */
const weights = { wght: { min: 400, max: 700, default: 400 } };
const features = ['kern', 'tnum', 'ccmp'];

/**
 * Copies the font's files into `assets` under hashed names, together with the core file. Returns
 * file name → published path. Browsers load another file only for characters that the core does not
 * contain.
 */
export async function publishFonts(assets: string): Promise<Map<string, string>> {
  await mkdir(assets, { recursive: true });
  const files = (await readdir(packageFolder)).filter((file) =>
    file.endsWith('-wght-normal.woff2'),
  );
  const paths = new Map<string, string>();
  const publish = async (file: string, bytes: Uint8Array) => {
    const name = `${basename(file, '.woff2')}-${Bun.hash(bytes).toString(36)}.woff2`;
    await Bun.write(join(assets, name), bytes);
    paths.set(file, `/assets/${name}`);
  };
  for (const file of files) await publish(file, await Bun.file(join(packageFolder, file)).bytes());
  const core = await coreOf(await Bun.file(join(packageFolder, latin)).bytes());
  await publish(coreFont, core);
  await Bun.write(join(assets, fixedFont), core);
  return paths;
}

function coreOf(font: Uint8Array): Promise<Uint8Array> {
  return subsetFont(Buffer.from(font), coreCharacters, {
    targetFormat: 'woff2',
    keepFeatures: features,
    variationAxes: weights,
  });
}
