import type { Page } from '@playwright/test';
import { expect, registered, test } from '#tests/e2e/setting/journey';
import { chooseFile, pictureFile } from '#tests/e2e/scenes/pictures';

const shown = (page: Page) =>
  page.getByRole('button', { name: 'Account of Ada Byron' }).locator('img');

/** Whether the browser has really rendered an image. */
const isPainted = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;

test('a picture is chosen, cropped, shown in the sidebar, and removed @more', async ({ page }) => {
  await registered(page);
  await page.goto('/settings');
  await chooseFile(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
  await expect(page.getByText('Invalid File', { exact: true })).toBeVisible();
  await expect(page.getByText('Please select an image file.', { exact: true })).toBeVisible();
  const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(5_242_881) };
  await chooseFile(page, large);
  await expect(page.getByText('File Too Large', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Please select an image smaller than 5MB.', { exact: true }),
  ).toBeVisible();
  await chooseFile(page, { ...large, buffer: Buffer.from('not an image at all') });
  await expect(page.getByText('Please select an image file.', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  await chooseFile(page, await pictureFile(page, { width: 900, height: 1200 }));
  const dialog = page.getByRole('dialog');
  const preview = dialog.getByRole('img', { name: 'Upload to crop' });
  await expect(preview).toBeVisible();
  const selection = dialog.locator('.ReactCrop__crop-selection');
  // Until a dialog's opening animation has ended, its content is smaller and at another place.
  await dialog.evaluate(async (element) => {
    await Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
  });
  const [box, cut] = [await preview.boundingBox(), await selection.boundingBox()];
  if (!box || !cut) throw new Error('There is nothing to crop');
  expect(box.height).toBeLessThanOrEqual(400);
  expect(cut.width / box.width).toBeCloseTo(0.9, 1);
  expect(Math.abs(cut.width - cut.height)).toBeLessThan(2);
  await selection.focus();
  await page.keyboard.press('ArrowDown');
  // Relative to the picture, because the dialog itself may have grown.
  const depth = async () => {
    const [now, part] = [await preview.boundingBox(), await selection.boundingBox()];
    return now && part ? part.y - now.y : 0;
  };
  await expect.poll(depth).toBeGreaterThan(cut.y - box.y + 0.5);

  await page.route('**/api/objects/put/**', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Upload Failed', { exact: true })).toBeVisible();
  await expect(page.getByText('Failed to upload image', { exact: true })).toBeVisible();
  await page.unroute('**/api/objects/put/**');
  await dialog.getByRole('button', { name: 'Apply' }).click();

  await expect(page.getByText('Avatar Updated', { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(shown(page)).toHaveAttribute('src', /^\/api\/avatars\/[\da-f]{32}\.jpg\?t=\d+$/);
  await expect.poll(() => shown(page).evaluate(isPainted)).toBe(true);
  await page.goto('/');
  await expect(page.getByRole('main').locator('img[src^="/api/avatars/"]')).toBeVisible();
  const address = (await shown(page).getAttribute('src')) ?? '';
  // Its last request was about ten seconds ago, after which the server closes the connection.
  const picture = await page.request.get(address, { maxRetries: 1 });
  expect(picture.headers()['content-type']).toBe('image/jpeg');

  await page.route('**/api/avatars/**', (route) => route.fulfill({ status: 503 }));
  await page.goto('/settings');
  await expect(shown(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Account of Ada Byron' })).toContainText('AB');
  await page.unroute('**/api/avatars/**');

  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Your picture has been removed.', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload picture' })).toBeVisible();
});
