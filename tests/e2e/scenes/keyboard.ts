import type { Page } from '@playwright/test';

const steps = 40;

/**
 * The keyboard errors of the open dialog, menu or list. The rules: the focus is in it, Tab stays
 * within a modal dialog, Escape closes it, after a question if somebody has changed the form in it, and
 * then the focus is on a control of the page.
 */
export async function keyboardComplaints(page: Page, hasChanges = false): Promise<string[]> {
  const opened = await focused(page);
  if (opened.role === null) return [`the focus is outside, at '${opened.name}'`];
  const complaints: string[] = [];
  for (let step = 0; opened.isModal && step < steps; step += 1) {
    await page.keyboard.press(step < steps / 2 ? 'Tab' : 'Shift+Tab');
    const { role, name } = await focused(page);
    if (role === null) complaints.push(`Tab leaves the dialog for '${name}'`);
  }
  // A list that is open in a dialog closes first.
  const listCount = await page.locator('[role="dialog"] [role="listbox"]').count();
  if (opened.isModal && listCount > 0) await page.keyboard.press('Escape');
  // The dialog may itself be the question.
  const discards = page.getByRole('button', { name: 'Discard', exact: true });
  const discard = discards.nth(await discards.count());
  await page.keyboard.press('Escape');
  const closed = page.locator(`[role="${opened.role}"]`).first().waitFor({ state: 'detached' });
  await Promise.race([closed, discard.waitFor()]);
  const asks = await discard.isVisible();
  if (asks !== hasChanges) complaints.push(asks ? 'it asks about no change' : 'changes are lost');
  if (asks) await discard.press('Enter');
  await closed;
  const { isPage } = await focused(page);
  if (isPage) complaints.push('the focus is lost when it closes');
  return [...new Set(complaints)];
}

/**
 * The focused control, and the role of the dialog, menu or list around it. A field that opens a
 * list keeps the focus while the list is open.
 */
function focused(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const layer = element.closest('[role="dialog"], [role="menu"], [role="listbox"]');
    const isField = element.getAttribute('aria-expanded') === 'true';
    return {
      name: element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40) ?? '',
      role: layer?.getAttribute('role') ?? (isField ? 'listbox' : null),
      isModal: layer?.getAttribute('aria-modal') === 'true',
      isPage: element === document.body || element.matches('main'),
    };
  });
}
