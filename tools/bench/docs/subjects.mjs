/** Opens each reference and finds `HostConfig.Binds` with its search. */

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {{ readonly name: string, readonly path: string, readonly find: (page: Page) => Promise<void> }} Subject
 */

/** The beginning of the API's description, with which all three references begin. */
export const firstText = 'A container engine is a long-running';

/** @type {readonly Subject[]} */
export const subjects = [
  {
    name: 'lading',
    path: '/lading/v1.44/index.html',
    async find(page) {
      await page.keyboard.press('/');
      await page.keyboard.insertText('HostConfig.Binds');
      await page.locator('#found li').first().click();
      await page.locator('[id="HostConfig.Binds"]').waitFor();
    },
  },
  {
    // Its search finds operations but no fields: a reader must know the operation and expand the body.
    name: 'redoc',
    path: '/redoc/index.html',
    async find(page) {
      await page.getByRole('textbox').first().fill('Create a container');
      await page.locator('[role=search] [role=menuitem]', { hasText: 'Create a container' }).first().click();
      await page.locator('td:has-text("HostConfig") button').first().click();
      await page
        .locator('td, span')
        .filter({ hasText: /^Binds$/ })
        .first()
        .waitFor();
    },
  },
  {
    // Its search finds schemas.
    name: 'scalar',
    path: '/scalar/index.html',
    async find(page) {
      await page.keyboard.press('Control+k');
      await page.keyboard.insertText('HostConfig');
      await page.locator('[role=option]', { hasText: 'HostConfig' }).first().click();
      await page.getByText('Binds', { exact: true }).first().waitFor();
    },
  },
];
