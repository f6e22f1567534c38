/**
 * "Try it" against the engine in the server of the site: forms from the contract, responses, errors, streams, a terminal, events. The
 * sandboxes of visitors share nothing, reach nothing outside, and end.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sandboxes, readSettings, serve } from '@lading/docs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, violationsOf } from '../harness/browser.js';
import { folder } from '../harness/built-site.js';

const { sandbox: requests = [] } = readSettings(join(import.meta.dirname, '../../../../spec/site/site.json'));

interface Answer {
  readonly status?: number;
  readonly text: string;
}

/** Sends a request to a sandbox. */
function send(socketPath: string, method: string, path: string, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    request({ socketPath, method, path: `/v1.44${path}`, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text })).once('error', reject);
    })
      .once('error', reject)
      .end(body && JSON.stringify(body));
  });
}

describe('a sandbox', () => {
  let sandboxes: Sandboxes;
  let token = '';
  let socket = '';
  beforeAll(async () => {
    sandboxes = new Sandboxes(requests, { count: 2 });
    token = (await sandboxes.start()) ?? '';
    socket = sandboxes.socketOf(token) ?? '';
  });
  afterAll(() => sandboxes.close());

  test('has the objects of the samples', async () => {
    for (const path of ['/containers/web/json', '/networks/backend', '/volumes/data', '/images/alpine:3.20/json'])
      expect([path, (await send(socket, 'GET', path)).status]).toEqual([path, 200]);
  });

  test.each([
    ['pulls from no registry', 'POST', '/images/create?fromImage=registry.example/x', undefined],
    ['imports no address', 'POST', '/images/create?fromSrc=http%3A%2F%2F127.0.0.1%3A9%2F', undefined],
    ['builds no address', 'POST', '/build?remote=http%3A%2F%2F127.0.0.1%3A9%2F', undefined],
    ['logs in to no registry', 'POST', '/auth', { username: 'a', password: 'b', serveraddress: 'registry.example' }],
    [
      'mounts no folder of the machine',
      'POST',
      '/containers/create',
      { Image: 'alpine:3.20', HostConfig: { Mounts: [{ Type: 'bind', Source: '/etc', Target: '/x' }] } },
    ],
  ])('%s', async (_, method, path, body) => {
    const { status, text } = await send(socket, method, path, body);
    expect(`${status} ${text}`).toMatch(/no access to it|does not exist|^[45]\d\d /);
    expect(text).toMatch(/no access to it|bind source path does not exist/);
  });

  test('opens no port, and has no name of the machine', async () => {
    const port = 18_234;
    const { text } = await send(socket, 'POST', '/containers/create?name=open', {
      Image: 'alpine:3.20',
      Cmd: ['sleep', '100'],
      ExposedPorts: { '80/tcp': {} },
      HostConfig: { PortBindings: { '80/tcp': [{ HostPort: String(port) }] } },
    });
    expect(text).toContain('Id');
    expect((await send(socket, 'POST', '/containers/open/start')).status).toBe(204);
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    expect(JSON.parse((await send(socket, 'GET', '/info')).text)).toMatchObject({ Name: 'sandbox' });
  });

  test('shares nothing with another one, and their number is limited', async () => {
    await send(socket, 'POST', '/volumes/create', { Name: 'mine' });
    const other = (await sandboxes.start()) ?? '';
    expect((await send(sandboxes.socketOf(other) ?? '', 'GET', '/volumes/mine')).status).toBe(404);
    expect(await sandboxes.start()).toBeUndefined();
    await sandboxes.end(other);
    expect(sandboxes.socketOf(other)).toBeUndefined();
  });

  test('ends when it was idle', async () => {
    const short = new Sandboxes([], { idle: 40 });
    const idle = (await short.start()) ?? '';
    await new Promise((done) => setTimeout(done, 150));
    expect(short.socketOf(idle)).toBeUndefined();
    await short.close();
  });

  test.each([
    ['its files are', 'echo 0123456789 > a; while true; do cat a a > b; mv b a; done'],
    ['its objects are', 'x=0123456789; while true; do x=$x$x; done'],
  ])('ends when %s larger than the limit', async (_, command) => {
    const small = new Sandboxes(requests, { bytes: 24 * 1024 * 1024, megabytes: 64 });
    const own = (await small.start()) ?? '';
    const path = small.socketOf(own) ?? '';
    await send(path, 'POST', '/containers/create?name=large', { Image: 'alpine:3.20', Cmd: ['sh', '-c', command] });
    await send(path, 'POST', '/containers/large/start').catch(() => undefined);
    await expect.poll(() => small.socketOf(own), { timeout: 20_000 }).toBeUndefined();
    await small.close();
  });
});

test('the command ends its sandboxes, and leaves no file', async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'lading-try-'));
  const command = createRequire(import.meta.url)
    .resolve('@lading/docs/package.json')
    .replace('package.json', 'bin/lading-docs.js');
  const child = spawn(process.execPath, [command, 'serve', '--built', '--engine', '--port', '0', '--out', folder], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  const url = String(output).trim().replace(/\/$/, '');
  expect((await fetch(`${url}/-/try/session`, { method: 'POST', headers: { origin: url } })).status).toBe(200);
  expect(readdirSync(temporary)).toHaveLength(1);
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(readdirSync(temporary)).toEqual([]);
  rmSync(temporary, { recursive: true });
});

inBrowser('in a browser', (open, browser) => {
  let server: Server;
  let sandboxes: Sandboxes;
  let home = '';
  beforeAll(async () => {
    sandboxes = new Sandboxes(requests);
    server = await serve(folder, 0, { target: { sandboxes } });
    home = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(async () => {
    server?.closeAllConnections();
    server?.close();
    await sandboxes?.close();
  });

  async function opened(operation: string) {
    const page = await open(`v1.44/operations/${operation}.html`, {}, home);
    await page.click('.try-open');
    await page.waitForSelector('.try-fields, .try-buttons');
    return page;
  }
  const sent = async (page: Page, status: number) => {
    await page.click('.try-buttons button:first-child');
    await page.locator('.try-status code', { hasText: String(status) }).waitFor();
  };
  const isAccessible = async (page: Page) => expect(await violationsOf(page)).toEqual([]);

  test('a form has the values of the sample, and shows the response', async () => {
    const page = await opened('ContainerInspect');
    expect(await page.inputValue('#try-0')).toBe('web');
    await sent(page, 200);
    await page.locator('.try-body', { hasText: '"Name": "/web"' }).waitFor();
    expect(await page.locator('.try-output summary').textContent()).toMatch(/^\d+ headers$/);
    await isAccessible(page);
  });

  test('a failing form shows the error of the engine, without an error of the page', async () => {
    const page = await opened('ContainerInspect');
    await page.fill('#try-0', 'none');
    await sent(page, 404);
    await page.locator('.try-body', { hasText: '"message": "No such container: none"' }).waitFor();
  });

  test('a body has the example, and the events follow', async () => {
    const page = await opened('VolumeCreate');
    expect(JSON.parse(await page.inputValue('#try-body'))).toMatchObject({ Name: 'data' });
    await page.fill('#try-body', '{"Name":"tried"}');
    await sent(page, 201);
    await page.locator('.try-events li', { hasText: 'volume create' }).waitFor();
    expect(await page.locator('.try-events').textContent()).toContain('tried');
    await isAccessible(page);
    // The sandbox goes on in the next page.
    await page.goto(`${home}v1.44/operations/VolumeInspect.html`);
    await page.click('.try-open');
    await page.fill('#try-0', 'tried');
    await sent(page, 200);
  });

  test('attaching opens a terminal', async () => {
    const page = await opened('ContainerAttach');
    for (const name of ['stream', 'stdin', 'stdout'])
      await page
        .locator('.try-field', { has: page.locator('code', { hasText: new RegExp(`^${name}$`) }) })
        .locator('select')
        .selectOption('true');
    await sent(page, 101);
    await page.fill('.try-terminal input', 'echo is $((40 + 2))');
    await page.press('.try-terminal input', 'Enter');
    await page.locator('.try-body', { hasText: 'is 42' }).waitFor();
    await isAccessible(page);
    await page.click('.try-buttons button:nth-child(2)');
  });

  test('a stream is shown as it comes, and can be stopped', async () => {
    const page = await opened('SystemEvents');
    await sent(page, 200);
    const stop = page.locator('.try-buttons button:nth-child(2)');
    await stop.waitFor();
    await stop.click();
    await stop.waitFor({ state: 'hidden' });
  });

  test('a page that is opened from the disk has no form', async () => {
    const page = await browser().newPage();
    await page.goto(`file://${folder}/v1.44/operations/ContainerInspect.html`);
    expect(await page.locator('.try-open').count()).toBe(0);
    await page.close();
  });
});
