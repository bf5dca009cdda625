import type { Locator, Page } from '@playwright/test';
import { unfold } from '#tests/e2e/setting/journey';
import type { Scene } from './scenes.ts';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first();

const select = async (page: Page) => {
  const boxes = page.getByLabel(/^Select \S+\/\S+$/).filter({ visible: true });
  await boxes.first().check();
  await boxes.nth(1).check();
  await page.getByRole('region', { name: 'Selected links' }).waitFor();
};

/** Opens a link in the editor, and changes it. */
const edit = async (page: Page) => {
  await button(page, /^Actions for/).click();
  await page.getByRole('menuitem', { name: 'Open in Editor' }).click();
  await unfold(page, 'Preview');
  await page.getByLabel('Preview title').fill('A title for networks');
  await unfold(page, 'Rules');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByText('Unsaved changes').waitFor();
};

/** Adds a domain, unless an earlier look has added it. */
const withDomain = async (page: Page) => {
  const domain = 'go.waypost.example';
  const details = button(page, `Details of ${domain}`);
  await page.getByText('No domains yet').or(details).first().waitFor();
  if (!(await details.isVisible())) {
    await page.getByLabel('Domain', { exact: true }).fill(domain);
    await button(page, 'Add domain').click();
  }
  await page.getByText('_waypost').first().waitFor();
};

/** The form of the editor: the page before it also has fields of these names. */
const openEditor = async (page: Page): Promise<Locator> => {
  await button(page, /^Actions for .*autumn/).click();
  await page.getByRole('menuitem', { name: 'Open in Editor' }).click();
  return page.getByRole('form', { name: 'Edit Link' });
};

/** Links and their domains, for the person of the demonstration. */
export const linkScenes: readonly Scene[] = [
  { name: 'links-selected', path: '/links', isWindow: true, act: select },
  { name: 'link-editor', path: '/links', act: edit },
  {
    name: 'link-editor-folded',
    path: '/links?search=autumn',
    act: async (page) => {
      const form = await openEditor(page);
      await form.getByRole('textbox', { name: 'Destination B' }).waitFor();
    },
  },
  {
    name: 'link-editor-corrected',
    path: '/links?search=Autumn',
    isWindow: true,
    act: async (page) => {
      const form = await openEditor(page);
      await form.getByLabel('Destination B').fill('https://northwind.example/sale/other');
      await page.getByRole('button', { name: 'Update Link' }).click();
      await page.getByText('Choose whether this test continues').waitFor();
    },
  },
  {
    name: 'link-editor-new-test',
    path: '/links?search=Autumn',
    shows: 'NewTestDialog',
    isWindow: true,
    act: async (page) => {
      const form = await openEditor(page);
      await form.getByLabel('Destination B').fill('https://northwind.example/sale/other');
      await page.getByRole('radio', { name: 'Continue this test' }).waitFor();
      await page.getByRole('button', { name: 'Add destination' }).click();
      await page
        .getByRole('textbox', { name: /^Destination [CD]/ })
        .last()
        .fill('shop.example/c');
      await page.getByRole('button', { name: 'Update Link' }).click();
      await page.getByRole('dialog').getByRole('heading').first().waitFor();
    },
  },
  {
    name: 'link-editor-left',
    path: '/links',
    shows: 'DiscardQuestion',
    isWindow: true,
    act: async (page) => {
      await edit(page);
      await page.getByRole('link', { name: 'Cancel' }).click();
      await button(page, 'Keep editing').waitFor();
    },
  },
  {
    name: 'qr-sheet',
    path: '/links',
    act: async (page) => {
      await select(page);
      await button(page, 'QR codes').click();
      await page.getByRole('region', { name: 'Sheet 1 of 1' }).getByRole('img').first().waitFor();
    },
  },
  {
    name: 'links-tag-menu',
    path: '/links',
    shows: 'LabelPanel',
    isWindow: true,
    act: async (page) => {
      await select(page);
      await button(page, /^Tag$/).click();
      await page.getByRole('dialog', { name: 'Tag' }).waitFor();
    },
  },
  {
    name: 'links-export-menu',
    path: '/links',
    shows: 'ExportLinksButton',
    isWindow: true,
    act: async (page) => {
      await button(page, 'Other formats').click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'palette',
    path: '/links',
    shows: 'CommandPalette',
    isWindow: true,
    act: async (page) => {
      await button(page, /^(Find|Tags and folders)/).focus();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /^Find links and screens/ }).fill('a');
      await page.getByRole('option').first().waitFor();
    },
  },
  { name: 'settings-domains', path: '/settings/domains', act: withDomain },
  {
    name: 'remove-domain',
    path: '/settings/domains',
    shows: 'RemoveDomainDialog',
    isWindow: true,
    act: async (page) => {
      await withDomain(page);
      await button(page, /^Remove go/).click();
      await page.getByRole('dialog').getByRole('heading').first().waitFor();
    },
  },
  { name: 'links-filtered', path: '/links?status=active&kind=tracking', isWindow: true },
];

/** Parts that phones do not have. */
export const wideLinkScenes: readonly Scene[] = [
  {
    name: 'links-columns',
    path: '/links',
    isWindow: true,
    act: async (page) => {
      await button(page, 'Columns').click();
      await page.getByRole('dialog', { name: 'Columns' }).waitFor();
    },
  },
  {
    name: 'links-keys',
    path: '/links',
    shows: 'KeysDialog',
    isWindow: true,
    act: async (page) => {
      await button(page, 'Keyboard help').click();
      await page.getByRole('heading', { name: 'Everywhere' }).waitFor();
    },
  },
];
