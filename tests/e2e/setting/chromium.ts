import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';

/** Chromium without its windows: the same engine, which starts and draws faster. */
const withoutWindows = '/usr/bin/chromium-headless-shell';
const whole = [
  ...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  ...['/usr/bin/google-chrome-stable', '/snap/bin/chromium'],
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const quiet = [
  ...['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];

export type Chromium = { readonly executablePath: string; readonly args: string[] };

/**
 * A Chromium of this machine (CHROMIUM_PATH, else a usual path), else one from an npm package, so
 * that browser tests run on a bare machine.
 *
 * @param isWhole whether it needs what only the browser with windows has, such as blocking cookies
 *   of third parties.
 */
export async function findChromium({ isWhole = false } = {}): Promise<Chromium> {
  const args = userInfo().uid === 0 ? [...quiet, '--no-sandbox'] : quiet;
  const installed = isWhole ? whole : [withoutWindows, ...whole];
  const own = process.env['CHROMIUM_PATH'] ?? installed.find((path) => existsSync(path));
  if (own) return { executablePath: own, args };

  const { default: packed } = await import('@sparticuz/chromium');
  return { executablePath: await packed.executablePath(), args: [...packed.args, ...args] };
}
