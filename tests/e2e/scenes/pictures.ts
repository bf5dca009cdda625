import type { Page } from '@playwright/test';

type PictureFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** Chooses a file as the person's picture, in the settings. */
export async function chooseFile(page: Page, file: PictureFile): Promise<void> {
  await page.getByRole('button', { name: /^(Upload|Change) picture$/ }).focus();
  await page.getByLabel('Picture', { exact: true }).setInputFiles(file);
}

/** A picture drawn by the browser itself: hills under a sun. */
export async function pictureFile(
  page: Page,
  size: { readonly width: number; readonly height: number },
): Promise<PictureFile> {
  const base64 = await page.evaluate(({ width, height }) => {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const brush = canvas.getContext('2d');
    if (!brush) throw new Error('There is no canvas');
    const sky = brush.createLinearGradient(0, 0, 0, height);
    sky.addColorStop(0, '#27517a');
    sky.addColorStop(1, '#f4a35d');
    brush.fillStyle = sky;
    brush.fillRect(0, 0, width, height);
    const circle = (x: number, y: number, radius: number, colour: string) => {
      brush.fillStyle = colour;
      brush.beginPath();
      brush.arc(x * width, y * height, radius * width, 0, 7);
      brush.fill();
    };
    circle(0.5, 0.4, 0.16, '#ffe2a8');
    circle(0.15, 1.1, 0.5, '#1f4d3a');
    circle(0.85, 1.15, 0.6, '#173b2d');
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  }, size);
  return { name: 'hills.png', mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}
