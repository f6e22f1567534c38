/** Using the site in a browser: search, version switch, differences, keyboard, without scripts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { inBrowser, watched } from '../harness/browser.js';
import { home, pages } from '../harness/built-site.js';
import { changesOf } from '../harness/html.js';

inBrowser('read from the file system', (open, browser) => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await watched(browser(), home));
  });
  afterAll(() => expect(complaints).toEqual([]));

  const at = (address: string) => page.goto(home + address);
  /** Whether an element is in the visible part of the page. */
  const isSeen = (id: string) =>
    page.evaluate((name) => {
      const top = document.getElementById(name)?.getBoundingClientRect().top ?? -1;
      return top >= 0 && top < innerHeight;
    }, id);

  describe('the search', () => {
    test.each([
      ['StartInterval', 'v1.44/operations/ContainerCreate.html#ContainerCreate.body.Healthcheck.StartInterval'],
      ['409', 'v1.44/errors.html#409'],
      ['HostConfig.Binds', 'v1.44/schemas/HostConfig.html#HostConfig.Binds'],
      ['POST /containers/create', 'v1.44/operations/ContainerCreate.html'],
      ['docker run', 'v1.44/operations/ContainerCreate.html'],
      ['hostcofig', 'v1.44/operations/ContainerCreate.html#ContainerCreate.body.HostConfig'],
      ['client version is too old', 'v1.44/troubleshooting.html#client-too-old'],
    ])('of %s opens the result', async (query, expected) => {
      await at('v1.44/index.html');
      await page.keyboard.press('/');
      await page.keyboard.type(query);
      await page.waitForSelector('#found li[aria-selected="true"]');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.href === home + expected);
      expect(await isSeen(expected.split('#')[1] ?? 'main')).toBe(true);
    });

    test('selects results with the arrow keys, and closes with Escape', async () => {
      await at('v1.41/index.html');
      await page.keyboard.press('/');
      await page.keyboard.type('container');
      await page.waitForSelector('#found li[aria-selected="true"]');
      const first = await page.getAttribute('#search', 'aria-activedescendant');
      await page.keyboard.press('ArrowDown');
      expect(await page.getAttribute('#search', 'aria-activedescendant')).not.toBe(first);
      await page.keyboard.press('ArrowUp');
      expect(await page.getAttribute('#search', 'aria-activedescendant')).toBe(first);
      await page.keyboard.press('Escape');
      expect(await page.isVisible('#found')).toBe(false);
      expect(await page.inputValue('#search')).toBe('');
    });

    test('finds items that exist only in the other version', async () => {
      await at('v1.44/index.html');
      await page.fill('#search', 'BuilderSize');
      await page.waitForSelector('#found li em');
      expect(await page.textContent('#found li[aria-selected="true"]')).toMatch(/BuilderSize.*1\.41 only/s);
    });
  });

  describe('the version switch', () => {
    test.each([
      ['v1.44/schemas/HostConfig.html#HostConfig.Binds', '1.41', 'v1.41/schemas/HostConfig.html#HostConfig.Binds'],
      [
        'v1.41/operations/ContainerCreate.html#ContainerCreate.409',
        '1.44',
        'v1.44/operations/ContainerCreate.html#ContainerCreate.409',
      ],
      [
        'v1.44/schemas/HostConfig.html#HostConfig.Annotations',
        '1.41',
        'v1.41/schemas/HostConfig.html#HostConfig.Annotations',
      ],
      ['v1.41/schemas/Image.html#Image.Os', '1.44', 'v1.44/schemas/ImageInspect.html#ImageInspect.Os'],
      ['v1.44/errors.html#409', '1.41', 'v1.41/errors.html#409'],
      ['v1.44/states.html#task-state', '1.41', 'v1.41/states.html#task-state'],
    ])('of %s opens the counterpart', async (from, version, to) => {
      await at(from);
      await page.click(`.versions a:text-is("${version}")`);
      await page.waitForURL((url) => url.href === home + to);
      expect(await isSeen(to.split('#')[1] ?? '')).toBe(true);
      expect(await page.isVisible('#note')).toBe(false);
    });

    test('uses the last selected anchor', async () => {
      await at('v1.44/schemas/HostConfig.html');
      await page.evaluate(() => (location.hash = '#HostConfig.Binds'));
      await page.click('.versions a:text-is("1.41")');
      await page.waitForURL((url) => url.hash === '#HostConfig.Binds' && url.pathname.includes('v1.41'));
    });

    test('shows a note if the other version has no such page', async () => {
      const lone = pages().find(
        (path) =>
          path.startsWith('v1.44/schemas/') &&
          !pages().includes(path.replace('v1.44', 'v1.41')) &&
          !path.includes('ImageInspect'),
      );
      await at(lone ?? '');
      await page.click('.versions a:text-is("1.41")');
      await page.waitForURL((url) => url.pathname.endsWith('v1.41/schemas.html'));
      expect(await page.textContent('#note')).toMatch(/ is not in 1\.41\. The nearest existing place is shown\.$/);
    });

    test('shows a note if the page has no such anchor, and opens the nearest', async () => {
      await at('v1.41/operations/ContainerCreate.html#ContainerCreate.query.none');
      expect(await page.textContent('#note')).toContain('ContainerCreate.query.none is not in 1.41');
      expect(await isSeen('ContainerCreate.query')).toBe(true);
    });
  });

  describe.each(['v1.41', 'v1.44'])('the filter of differences in %s', (folder) => {
    const own = pages().filter((path) => path.startsWith(folder) && !path.includes('changes'));
    const reportedChanges = () => page.$$eval('.change[data-breaks]', (all) => all.map(({ id }) => id).sort());

    beforeAll(async () => {
      await at(`${folder}/index.html`);
      if ((await page.getAttribute('#differs', 'aria-pressed')) === 'false') await page.click('#differs');
    });
    afterAll(async () => {
      await page.click('#differs');
    });

    test('shows exactly the changes of the report', async () => {
      const seen = new Set<string>();
      for (const path of own.filter((each) => changesOf(each).length > 0)) {
        await at(path);
        const shown = await page.$$eval('main [data-change]', (all) =>
          all.filter((mark) => mark.checkVisibility()).map((mark) => mark.getAttribute('data-change') ?? ''),
        );
        expect([path, new Set(shown)]).toEqual([path, new Set(changesOf(path))]);
        for (const change of shown) seen.add(change);
      }
      const reported = new Set<string>();
      for (const path of pages().filter((each) => new RegExp(`^${folder}/changes(-from-[^/]*)?\\.html$`).test(each))) {
        await at(path);
        for (const change of await reportedChanges()) reported.add(change);
      }
      expect([...seen].sort()).toEqual([...reported].sort());
    });

    test('hides everything that does not differ', async () => {
      for (const path of [
        `${folder}/schemas/HostConfig.html`,
        `${folder}/operations/ContainerCreate.html`,
        `${folder}/operations/SecretList.html`,
      ]) {
        await at(path);
        const idle = await page.$$eval('main [data-item]', (all) =>
          all
            .filter(
              (item) => item.checkVisibility() && !item.querySelector('[data-change]') && !item.closest('.operations'),
            )
            .map(({ id }) => id),
        );
        expect([path, idle]).toEqual([path, []]);
      }
      expect(await page.textContent('#counted')).toContain('Nothing on this page differs');
    });
  });

  test('the selected theme is stored', async () => {
    await at('v1.44/index.html');
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const before = await ground();
    await page.click('#theme');
    const after = await ground();
    expect(after).not.toBe(before);
    await at('v1.44/states.html');
    expect(await ground()).toBe(after);
    await page.click('#theme');
  });

  test('the first tab stop skips the contents', async () => {
    await at('v1.44/groups/container.html');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  test('on a narrow screen the contents open and close, and the position is unchanged', async () => {
    const place = 'v1.44/operations/ExecStart.html#ExecStart.responses';
    const narrow = await open(place, { viewport: { width: 360, height: 700 } });
    expect(await narrow.isVisible('#contents')).toBe(false);
    await narrow.click('.opener');
    expect(await narrow.isVisible('#contents a:text-is("Networks")')).toBe(true);
    await narrow.keyboard.press('Escape');
    expect(await narrow.isVisible('#contents')).toBe(false);
    expect(narrow.url()).toBe(home + place);
  });

  test('in print there is only the text, dark on light', async () => {
    const paper = await open('v1.44/operations/ExecStart.html', { colorScheme: 'dark' });
    await paper.emulateMedia({ media: 'print' });
    expect(await paper.isVisible('.bar')).toBe(false);
    expect(await paper.isVisible('#contents')).toBe(false);
    expect(await paper.isVisible('[data-tab="server"] code')).toBe(true);
    expect(await paper.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(0, 0, 0)');
  });

  test('an old address of an operation leads to its page, and opens what is around the target', async () => {
    await at('v1.44/groups/container.html#ContainerCreate.body.HostConfig.PortBindings.HostPort');
    await page.waitForURL((url) => url.pathname.endsWith('/operations/ContainerCreate.html'));
    expect(await isSeen('ContainerCreate.body.HostConfig.PortBindings.HostPort')).toBe(true);
    expect(await page.isVisible('[id="ContainerCreate.body.HostConfig.RestartPolicy.Name"]')).toBe(false);
  });

  test('the chosen kind of sample is kept on other pages', async () => {
    await at('v1.44/operations/ContainerCreate.html');
    await page.click('[role="tab"]:text-is("TypeScript")');
    await at('v1.44/operations/ImagePush.html');
    expect(await page.textContent('[role="tab"][aria-selected="true"]')).toBe('TypeScript');
    expect(await page.isVisible('[data-tab="client"] code')).toBe(true);
    expect(await page.isVisible('[data-tab="curl"] code')).toBe(false);
    await page.click('[role="tab"]:text-is("curl")');
  });

  test('the changes can be reduced to the breaking ones', async () => {
    await at('v1.41/changes.html');
    await page.click('#breaking');
    expect(
      await page.$$eval('.change[data-breaks="none"]', (all) => all.filter((each) => each.checkVisibility()).length),
    ).toBe(0);
    expect(await page.isVisible('.change:not([data-breaks="none"])')).toBe(true);
  });

  test('code is copied', async () => {
    await at('v1.44/operations/SystemInfo.html');
    await page.click('.copy >> nth=0');
    await page.waitForSelector('.copy:text-matches("Copied|Selected")');
  });

  test('the sidebar has all operations of the open group, and all schemas of a group', async () => {
    await at('v1.44/operations/ContainerPrune.html');
    expect(await page.$$eval('.side a.op', (links) => links.length)).toBeGreaterThan(20);
    expect(await page.$$eval('.side [data-list="groups"] > li', (items) => items.length)).toBe(15);
    expect(await page.textContent('.side [aria-current]')).toBe('Prune stopped containers');
    await page.click('.side a:text-is("List containers")');
    await page.waitForURL((url) => url.pathname.endsWith('v1.44/operations/ContainerList.html'));
    await at('v1.44/schemas/HostConfig.html');
    expect(await page.$$eval('.side [data-list="schemas"] a', (links) => links.length)).toBeGreaterThan(40);
  });

  test('everything is readable without scripts', async () => {
    const bare = await open('v1.44/groups/container.html', { javaScriptEnabled: false });
    expect(await bare.isVisible('#ContainerCreate strong')).toBe(true);
    await bare.click('#ContainerCreate a');
    expect(await bare.isVisible('[id="ContainerCreate.body.HostConfig.PortBindings.HostPort"]')).toBe(true);
    await bare.goBack();
    expect(await bare.isVisible('#search')).toBe(false);
    await bare.click('.versions a:text-is("1.41")');
    expect(bare.url()).toBe(`${home}v1.41/groups/container.html`);
  });
});
