import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import jsQR from 'jsqr';
import { pixelsOf } from '#tests/support/readers/png-pixels';
import {
  agents,
  chooseAction,
  created,
  expect,
  registered,
  shownUrl,
  test,
  visit,
} from '#tests/e2e/setting/journey';

/** The design that the browser keeps for the only person who used it. */
function keptDesign(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => each.startsWith('waypost.qr.'));
    return key === undefined ? undefined : (localStorage.getItem(key) ?? undefined);
  });
}

test("a link's QR code is designed, downloaded and scanned, and the scan is counted apart", async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/menu' });
  await page.goto('/links');
  await chooseAction(page, shownUrl(link), 'QR code');
  const dialog = page.getByRole('dialog', { name: 'QR code' });
  await expect(dialog.getByRole('img', { name: /^QR code of/ })).toBeVisible();

  await dialog.getByLabel('Color').fill('#ffcc00');
  await expect(dialog.getByText(/Scanners could not read this/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'PNG' })).toBeDisabled();
  await dialog.getByLabel('Color').fill('#5b2a86');
  await dialog.getByLabel('Margin').selectOption('None');
  await dialog.getByLabel('Text in a frame').fill('Menu');
  await expect(dialog.getByLabel('Margin')).toHaveValue('4');
  await expect(dialog.getByLabel('Margin')).toHaveText('StandardWide');
  const raised = dialog.getByText('Error correction is set to High');
  await expect(raised).toBeHidden();
  await dialog.getByLabel('Logo').selectOption('A logo of your own');
  await expect(dialog.getByText('Upload a logo first')).toBeVisible();
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 150 } });
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer };
  await dialog.getByLabel('File of the logo').setInputFiles(logo);
  await expect(dialog.getByRole('button', { name: 'Remove logo' })).toBeVisible();
  await expect(dialog.getByLabel('Error correction')).toBeDisabled();
  await expect(dialog.getByText('Upload a logo first')).toBeHidden();
  await expect(raised).toBeVisible();
  const file = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download PNG' }).click();
  const download = await file;

  expect(download.suggestedFilename()).toBe(`qr-${link.shortCode}.png`);
  const { pixels, width, height } = pixelsOf(await readFile(await download.path()));
  const address = jsQR(pixels, width, height)?.data ?? '';
  expect(address).toBe(`${link.shortUrl}?qr=1`);
  expect(await visit(address, agents.phone)).toBe('https://example.com/menu');
  await visit(link.shortUrl, agents.desktop);

  await expect(async () => {
    await page.goto(`/analytics?link=${link.id}`);
    await page.getByRole('tab', { name: 'QR' }).click();
    await expect(page.getByRole('row', { name: /QR code 1 50.0/ })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.getByRole('button', { name: 'Filter by QR code' }).click();
  await expect(page).toHaveURL(/entry=qr/);
});

test('the design of a QR code outlives the page, and a damaged one is the usual one @more', async ({
  page,
}) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/menu' });
  const dialog = page.getByRole('dialog', { name: 'QR code' });
  const open = async () => {
    await page.goto('/links');
    await chooseAction(page, shownUrl(link), 'QR code');
    await expect(dialog.getByRole('img', { name: /^QR code of/ })).toBeVisible();
  };
  await open();
  await dialog.getByLabel('Color').fill('#5b2a86');
  await dialog.getByLabel('Margin').selectOption('Wide');
  await dialog.getByLabel('Text in a frame').fill('Menu');
  await expect.poll(() => keptDesign(page)).toMatch(/Menu/);

  await open();
  await expect(dialog.getByLabel('Color')).toHaveValue('#5b2a86');
  await expect(dialog.getByLabel('Margin')).toHaveValue('8');
  await expect(dialog.getByLabel('Text in a frame')).toHaveValue('Menu');

  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith('waypost.qr.')))
      localStorage.setItem(key, '{"color":"red","text":"Wine"');
  });
  await open();
  await expect(dialog.getByLabel('Color')).toHaveValue('#000000');
  await expect(dialog.getByLabel('Text in a frame')).toHaveValue('');

  await dialog.getByLabel('Text in a frame').fill('Wine');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Account of Ada Byron' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await keptDesign(page)).toBeUndefined();
});

test('a design that could not be drawn is in no other code and on no sheet', async ({ page }) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/menu' });
  await page.goto('/links');
  await chooseAction(page, shownUrl(link), 'QR code');
  const dialog = page.getByRole('dialog', { name: 'QR code' });
  await dialog.getByLabel('Text in a frame').fill('Menu');
  await expect.poll(() => keptDesign(page)).toMatch(/Menu/);
  await dialog.getByLabel('Color').fill('#ffcc00');
  await expect(dialog.getByText(/Scanners could not read this/)).toBeVisible();

  await page.goto(`/links/qr?ids=${link.id}`);
  await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled();
  const code = page.getByRole('img', { name: `QR code of ${shownUrl(link)}` });
  expect(await code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(code).toHaveAttribute('src', /text=Menu/);
});

test('a sheet says which of its codes could not be completed @more', async ({ page }) => {
  await registered(page);
  const link = await created(page, { originalUrl: 'https://example.com/menu' });
  const gone = crypto.randomUUID();

  await page.goto(`/links/qr?ids=${link.id},${gone}`);
  const missing = page.getByText(/could not be completed/);
  await expect(missing).toContainText('1 of 2 codes');
  await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled();
  await page.goto(`/links/qr?ids=${link.id}`);
  await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled();
  await expect(missing).toHaveCount(0);
});

test('the codes of selected links are printed on sheets, with their names, and scan @more', async ({
  page,
}) => {
  await registered(page);
  const links = [
    await created(page, { originalUrl: 'https://example.com/menu' }),
    await created(page, { originalUrl: 'https://example.com/wine' }),
  ];
  await page.goto('/links');
  await page.getByLabel('Select the links of this page').check();
  await page.getByRole('button', { name: 'QR codes' }).click();

  await expect(page).toHaveURL(/\/links\/qr\?ids=/);
  const sheet = page.getByRole('region', { name: 'Sheet 1 of 1' });
  await expect(sheet.getByRole('img')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled();
  const [first] = links;
  const code = sheet.getByRole('img', { name: `QR code of ${first && shownUrl(first)}` });
  const { pixels, width, height } = pixelsOf(await code.screenshot());
  expect(jsQR(pixels, width, height)?.data).toBe(`${first?.shortUrl}?qr=1`);

  await page.getByLabel('Codes', { exact: true }).selectOption('1 on a sheet');
  await page.getByLabel('Paper').selectOption('Letter');
  await expect(page.getByRole('region', { name: 'Sheet 2 of 2' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
  expect(printed).toMatch(/\/MediaBox\s*\[0 0 612 792\]/);
});
