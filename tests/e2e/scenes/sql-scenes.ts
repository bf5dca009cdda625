import type { Page } from '@playwright/test';
import type { Scene } from './scenes.ts';
import { savedUnder } from './saved-under.ts';

const path = '/sql';

const write = async (page: Page, statement: string) => {
  await page.getByRole('textbox', { name: 'SQL statement' }).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(statement);
};

const run = async (page: Page, statement: string) => {
  await write(page, statement);
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('heading', { name: 'Result' }).waitFor();
};

const save = async (page: Page, name: string, statement: string) => {
  await write(page, statement);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Save statement' }).click();
  await savedUnder(page);
};

const byCountry = `-- Clicks and visitors by country, in the last 30 days
SELECT country, count() AS clicks, uniqExact(visitor_id) AS visitors
FROM clicks
WHERE clicked_at > now() - INTERVAL 30 DAY AND class = 'human'
GROUP BY country ORDER BY clicks DESC LIMIT 12`;

const byDay = `SELECT toDate(clicked_at) AS day, count() AS clicks FROM clicks
WHERE clicked_at > today() - 30 GROUP BY day ORDER BY day`;

/** The page for SQL, with what opens over it. */
export const sqlScenes: readonly Scene[] = [
  { name: 'sql', path, act: (page) => run(page, byCountry) },
  {
    name: 'sql-chart',
    path,
    act: async (page) => {
      await run(page, byDay);
      await page.getByRole('button', { name: 'Chart' }).click();
    },
  },
  {
    name: 'sql-download',
    path,
    shows: 'DownloadMenu',
    act: async (page) => {
      await run(page, byCountry);
      await page.getByRole('button', { name: 'Download' }).click();
    },
  },
  {
    name: 'sql-error',
    path,
    isWindow: true,
    act: async (page) => {
      await write(page, 'SELECT countries FROM clicks');
      await page.getByRole('button', { name: 'Run' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'sql-examples',
    path,
    shows: 'StatementsDialog',
    isWindow: true,
    act: (page) => page.getByRole('button', { name: 'Examples' }).click(),
  },
  {
    name: 'sql-save',
    path,
    shows: 'SaveDialog',
    isWindow: true,
    act: async (page) => {
      await write(page, byCountry);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('textbox', { name: 'Name' }).waitFor();
    },
  },
  {
    name: 'sql-saved',
    path,
    shows: 'SavedDialog',
    isWindow: true,
    act: async (page) => {
      await save(page, 'Clicks by country', byCountry);
      await save(page, 'Clicks by day', byDay);
      await page.getByRole('button', { name: 'Saved', exact: true }).click();
      await page.getByRole('button', { name: 'Rename Clicks by day' }).first().waitFor();
    },
  },
  {
    name: 'sql-rename',
    path,
    shows: 'RenameStatementDialog',
    // Escape leads back to the saved statements.
    staysOpen: true,
    isWindow: true,
    act: async (page) => {
      await save(page, 'Clicks by country', byCountry);
      await page.getByRole('button', { name: 'Saved', exact: true }).click();
      await page.getByRole('button', { name: 'Rename Clicks by country' }).first().click();
      await page.getByRole('textbox', { name: 'Name' }).waitFor();
    },
  },
  {
    name: 'sql-connect',
    path,
    shows: 'ConnectDialog',
    isWindow: true,
    act: (page) => page.getByRole('button', { name: 'Connect a tool' }).click(),
  },
];
