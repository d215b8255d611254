import type { Locator, Page } from 'playwright-core';

/** Sets one filter of a list by its words; a name that is searched for is typed. */
export async function addFilter(page: Page, filter: string, value: string): Promise<void> {
  const panel = await openFilter(page, filter);
  const option = panel.getByRole('option', { name: value, exact: true });
  const field = panel.getByRole('combobox');
  await option.or(field).first().waitFor();
  if (await field.isVisible()) await field.fill(value);
  await option.click();
  await panel.waitFor({ state: 'hidden' });
}

/** The panel in which one filter is set. */
export async function openFilter(page: Page, filter: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Додати фільтр' }).click();
  await page.getByRole('menuitem', { name: filter, exact: true }).click();
  return page.getByRole('dialog', { name: 'Додати фільтр' });
}

/** The chip of a filter that is on: `Роль: Тренер`. */
export const chip = (page: Page, words: string): Locator =>
  page.getByRole('list', { name: 'Фільтри' }).getByRole('button', { name: words, exact: true });
