/** A release that is interrupted at a write or a request tears nothing, says what is uploaded, and is completed by the next run. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withFault } from 'lading/testing';
import { expect, inject, it } from 'vitest';
import { recordOf } from '../src/record.js';
import { prepare, release } from '../src/release.js';
import { logIn, serve, setVariable, temporaryFolder } from './testing/temporary.js';

const manifest = (kind: string, dependencies: object = {}) =>
  JSON.stringify({ name: `@lading/${kind}-v1.0`, version: '1.0.0', nx: { tags: ['version:1.0'] }, dependencies });
const lading = new URL('../../../generators/cli/lading.mjs', import.meta.url).href;
const workspace = {
  'package.json': '{ "private": true, "workspaces": ["packages/*/*"] }',
  LICENSE: 'None.\n',
  'spec/versions.yaml': '',
  'generators/cli/lading.mjs': `process.argv.push('--spec', 'spec', '--packages', 'packages');\nawait import('${lading}');\n`,
  'packages/v1.0/types/package.json': manifest('types'),
  'packages/v1.0/client/package.json': manifest('client', { '@lading/types-v1.0': '^1.0.0' }),
};

interface StoredPackage {
  readonly name: string;
  readonly versions: Record<string, { dist: { tarball: string } }>;
  readonly 'dist-tags': Record<string, string>;
  readonly _attachments?: Record<string, { readonly data: string }>;
}

/** A registry in memory. `isRefused` is asked before and after each change of it, and refuses the change, or its response. */
async function registryWith(isRefused: (when: 'before' | 'after') => boolean) {
  const packages = new Map<string, StoredPackage>();
  const tarballs = new Map<string, Buffer>();
  const url = await serve(async (request, response) => {
    const chunks = await request.toArray();
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const [, tagged, tag] = /^-\/package\/(.+?)\/dist-tags(?:\/(.+))?$/.exec(path) ?? [];
    const found = packages.get(tagged ?? path);
    const tarball = tarballs.get(path);
    const reply = (status: number, body: unknown = {}) => response.writeHead(status).end(JSON.stringify(body));
    if (tarball !== undefined) return response.end(tarball);
    if (request.method !== 'PUT')
      return found === undefined ? reply(404) : reply(200, tagged ? found['dist-tags'] : found);
    if (isRefused('before')) return reply(500);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as StoredPackage;
    if (tag !== undefined && found !== undefined) Object.assign(found['dist-tags'], { [tag]: body });
    else {
      const [data] = Object.values(body._attachments ?? {});
      for (const [version, { dist }] of Object.entries(body.versions)) {
        dist.tarball = `${url}${body.name}/-/${version}.tgz`;
        tarballs.set(`${body.name}/-/${version}.tgz`, Buffer.from(data?.data ?? '', 'base64'));
      }
      packages.set(body.name, { ...body, 'dist-tags': { ...found?.['dist-tags'], ...body['dist-tags'] } });
    }
    return reply(isRefused('after') ? 500 : 201);
  });
  logIn(url);
  const state = () => [...packages.values()].map((one) => [one.name, Object.keys(one.versions), one['dist-tags']]);
  return { url, state };
}

/** The files by their paths, without what the next command removes: the lock of a dead process, and what has not got its name. */
function filesIn(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  const all = paths.filter((path) => !/\.lading\/lock\.|\.new$/.test(path));
  return Object.fromEntries(all.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]));
}

/** A workspace with two packages and an empty registry; `isRefused` interrupts requests that change the registry. */
async function scene(isRefused: (when: 'before' | 'after') => boolean) {
  const [folder, temporary] = [temporaryFolder(), temporaryFolder()];
  for (const [path, text] of Object.entries(workspace)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  setVariable('TMPDIR', temporary);
  setVariable('npm_config_fetch_retries', '0');
  const { url, state } = await registryWith(isRefused);
  const common = { root: folder, registry: url, settings: { fetchRetries: 0 }, groups: [], notes: [] };
  const options = { ...common, provenance: false, diff: async () => '', record: recordOf(folder) };
  const run = async () => release(await prepare(options), options);
  return { run, state, files: () => filesIn(folder), folder, temporary };
}

type Scene = Awaited<ReturnType<typeof scene>>;

/** Releases without a fault. Returns the files before and afterwards, the state of the registry, and the number of requests. */
async function whole() {
  let requests = 0;
  const { run, files, state } = await scene((when) => when === 'before' && ++requests < 0);
  const former = files();
  await run();
  expect(requests).toBeGreaterThan(2);
  return { former, files: files(), state: state(), requests };
}

/** Checks what an interrupted release has left, and that the next run completes it. */
async function expectCompletion(
  { run, state, files }: Scene,
  error: unknown,
  wanted: Awaited<ReturnType<typeof whole>>,
) {
  const { former, ...latter } = wanted;
  for (const [path, text] of Object.entries(files())) expect([former[path], latter.files[path]], path).toContain(text);
  if (error !== undefined && state().length > 0) expect(String(error)).toMatch(/packages are uploaded/);
  if (error !== undefined) await run();
  expect({ files: files(), state: state() }).toEqual({ files: latter.files, state: latter.state });
}

const errorOf = (run: Promise<void>) => run.then(() => undefined).catch((error: unknown) => error);

// A run that is not full takes one of each; with a registry that is interrupted, nothing arrives any more.
it.each(['before', 'after'])('%s each request that changes the registry', { timeout: 600_000 }, async (moment) => {
  const wanted = await whole();
  for (let at = 1 + (inject('seed') % 3); at <= wanted.requests; at += inject('isFullRun') ? 1 : 3) {
    let requests = 0;
    let isDead = false;
    const one = await scene((when) => {
      if (when === 'before') requests += 1;
      return (isDead ||= requests === at && when === moment);
    });
    const error = await errorOf(one.run());
    isDead = false;
    requests = Infinity;
    expect(error).toBeInstanceOf(Error);
    await expectCompletion(one, error, wanted);
  }
});

it.each(['ENOSPC', 'death'])(
  '%s at each write in the workspace, and one outside of it',
  { timeout: 600_000 },
  async (how) => {
    const wanted = await whole();
    const refusals: string[] = [];
    for (let at = 1; ; at += 1) {
      const one = await scene(() => false);
      const isMeant = (path: string) => path.startsWith(one.folder);
      if (!(await faulty(one, { at, isMeant }))) break;
    }
    expect(refusals).toEqual(expect.arrayContaining(['writeFileSync', 'renameSync']));
    await faulty(await scene(() => false), { at: 1 + (inject('seed') % 40) });

    /** Whether the fault is at one of the calls. */
    async function faulty(one: Scene, fault: { readonly at: number; readonly isMeant?: (path: string) => boolean }) {
      let error: unknown;
      let refused = '';
      const onFault = (call: string) => void (refused = call);
      await withFault({ ...fault, onFault, ...(how !== 'death' && { code: how }) }, async () => {
        error = await errorOf(one.run());
      });
      refusals.push(refused);
      if (how !== 'death' && !refused.startsWith('rm')) expect(readdirSync(one.temporary)).toEqual([]);
      await expectCompletion(one, error, wanted);
      return refused !== '';
    }
  },
);
