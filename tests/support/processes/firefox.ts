import puppeteer, { type Page } from 'puppeteer-core';

/** Firefox of this machine, which speaks WebDriver BiDi; null without one. */
export const firefoxPath = Bun.which('firefox-esr') ?? Bun.which('firefox');

const patienceMs = 30_000;

/** A Firefox without windows. `complaints`: the errors of its pages. */
export async function openFirefox(executablePath: string) {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: { width: 1280, height: 900 },
  });
  const complaints: string[] = [];

  return {
    complaints,
    /** A page with cookies of its own. */
    async newPerson(): Promise<FirefoxPage> {
      const page = await (await browser.createBrowserContext()).newPage();
      page.on('pageerror', (error) => void complaints.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      return firefoxPage(page);
    },
    close: () => browser.close(),
  };
}

export type FirefoxPage = ReturnType<typeof firefoxPage>;

/** A page whose parts are found as people find them: by role and name, or by text. */
function firefoxPage(page: Page) {
  const at = (selector: string) => page.locator(selector).setTimeout(patienceMs);
  const part = (role: string, name: string) => at(`aria/[name="${name}"][role="${role}"]`);
  const until = async (isSo: (wanted: string) => boolean, wanted: string) =>
    void (await page.waitForFunction(isSo, { timeout: patienceMs }, wanted));

  return {
    page,
    click: (role: string, name: string) => part(role, name).click(),
    /** Unfolds a section of a form of a link. */
    unfold: (title: string) => at(`[aria-expanded="false"] ::-p-text(${title})`).click(),
    fill: (name: string, text: string) => part('textbox', name).fill(text),
    /** A field of a password has no role. */
    fillPassword: (text: string) => at('input[type="password"]').fill(text),
    see: async (role: string, name: string) => void (await part(role, name).wait()),
    seeText: (text: string) => until((wanted) => document.body.innerText.includes(wanted), text),
    /** Resolves when nothing matches the CSS selector. */
    gone: (selector: string) =>
      until((wanted) => document.querySelector(wanted) === null, selector),
    type: (text: string) => page.keyboard.type(text),
    press: page.keyboard.press.bind(page.keyboard),
    async openPalette() {
      await page.keyboard.down('Control');
      await page.keyboard.press('k');
      await page.keyboard.up('Control');
      await part('combobox', 'Find links and screens, or paste an address').wait();
    },
  };
}
