import type { Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import type { Scene } from './scenes.ts';

const rows = (): readonly string[] => {
  const mark = randomBytes(4).toString('hex');
  return [
    'Link,Custom Link,Date created,Title,Destination URL,Engagements,Status',
    `https://bit.ly/${mark}1,https://go.example/${mark}a,2025-01-02,Autumn sale,https://shop.example/autumn?color=red&size=42,"1,204",Active`,
    `https://bit.ly/${mark}2,,2025-01-02,Newsletter of November,https://shop.example/news,77,Active`,
    `https://bit.ly/${mark}3,https://go.example/${mark}a,2025-01-02,Twice,https://shop.example/twice,7,Active`,
    `https://bit.ly/${mark}4,https://go.example/no spaces,2025-01-02,Wrong,https://shop.example/,7,Active`,
    `https://bit.ly/${mark}5,,someday,Wrong,shop,7,Active`,
  ];
};

const upload = async (page: Page) => {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a CSV file' }).click();
  const buffer = Buffer.from(rows().join('\r\n'));
  await (await choosing).setFiles({ name: 'bitly-export.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: /^Check/ }).waitFor();
};

const check = async (page: Page) => {
  await upload(page);
  await page.getByRole('button', { name: /^Check/ }).click();
  await page.getByRole('heading', { name: 'This is what will happen' }).waitFor();
};

const run = async (page: Page) => {
  await check(page);
  await page.getByRole('button', { name: /^Import \d/ }).click();
  await page.getByRole('heading', { name: 'The import is done' }).waitFor();
};

/** The import of links, one scene after the other: an account has one import at a time. */
export const importScenes: readonly Scene[] = [
  { name: 'import', path: '/links/import' },
  { name: 'import-columns', path: '/links/import', act: upload },
  { name: 'import-checked', path: '/links/import', act: check },
  { name: 'import-done', path: '/links/import', act: run },
];
