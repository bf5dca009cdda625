import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { findChromium } from '#tests/e2e/chromium';
import { tempFolder } from './temp-folder.ts';

/** A Chromium that runs inside another command, such as one that enters a network. */
export async function browserInside(
  inside: readonly string[],
): Promise<{ browser: Browser; close(): Promise<void> }> {
  const { executablePath, args } = await findChromium();
  const folder = tempFolder();
  const wrapper = join(folder.path, 'chromium');
  writeFileSync(wrapper, `#!/bin/sh\nexec ${[...inside, executablePath].join(' ')} "$@"\n`);
  chmodSync(wrapper, 0o755);
  const browser = await chromium.launch({ executablePath: wrapper, args });

  return {
    browser,
    async close() {
      await browser.close();
      folder[Symbol.dispose]();
    },
  };
}
