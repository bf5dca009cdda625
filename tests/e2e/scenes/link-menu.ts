import type { Page } from '@playwright/test';

/** Opens the menu of the demonstration's link 'autumn'. */
export const openMenu = (page: Page): Promise<void> =>
  page
    .getByRole('button', { name: /^Actions for \S+\/autumn/ })
    .filter({ visible: true })
    .click();

/** Opens the dialog of an action on that link. */
export const choose = async (page: Page, action: string): Promise<void> => {
  await openMenu(page);
  await page.getByRole('menuitem', { name: action }).click();
  await page.getByRole('dialog').getByRole('heading').first().waitFor();
};
