/** Failures of steps besides the upload: what the command says then, and what it has done. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReleaseStep } from '../src/plan.js';
import { release, type ReleaseOptions } from '../src/release.js';
import { stage } from '../src/contents.js';
import { logIn, serve, temporaryFolder } from './testing/temporary.js';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

describe('a package', () => {
  const files = (manifest: object) =>
    stage(
      new Map([['package.json', Buffer.from(JSON.stringify(manifest))]]),
      'packages/a',
      Buffer.from('None.'),
      undefined,
    ).get('package.json');

  it('without the field `files` is published with all of its files', () => {
    expect(JSON.parse(String(files({ name: 'a' })))).not.toHaveProperty('files');
  });
  it('with it is published with its changelog too', () => {
    expect(JSON.parse(String(files({ name: 'a', files: ['dist'] })))).toHaveProperty('files', ['dist', 'CHANGELOG.md']);
  });
});

describe('what follows the uploads', () => {
  const step = {
    package: { name: '@lading/a', folder: 'packages/a', group: 'shared' },
    version: '1.0.0',
    reason: 'first',
  };
  const manifest = Buffer.from(JSON.stringify({ name: '@lading/a', version: '1.0.0' }));

  /** Releases one package to a registry that takes packages, but no tags. */
  async function released(tags: readonly string[], write: ReleaseOptions['record']['write']): Promise<unknown> {
    let packument = '';
    const url = await serve((request, response) => {
      const isTag = request.url?.startsWith('/-/') === true;
      request.on('data', (chunk) => {
        if (request.method === 'PUT' && !isTag) packument += String(chunk);
      });
      request.on('end', () => {
        if (request.method === 'PUT') response.writeHead(isTag ? 403 : 201).end('{}');
        else response.writeHead(packument === '' ? 404 : 200).end(packument);
      });
    });
    logIn(url);
    const steps = [{ ...step, tags } as unknown as ReleaseStep];
    const prepared = {
      steps,
      changelogs: new Map<string, string>(),
      unexplained: [],
      altered: [],
      toRecord: ['@lading/a@1.0.0'],
      uploads: steps.map((one) => ({ step: one, files: new Map([['package.json', manifest]]) })),
    };
    const settings = { fetchRetries: 0 };
    const how = {
      root: folder,
      registry: url,
      settings,
      groups: [],
      notes: [],
      provenance: false,
    };
    const record = { read: async () => ({ packages: [], fixes: [], alterations: [] }), write };
    return release(prepared, { ...how, record, diff: async () => '' }).catch((error: unknown) => error);
  }

  const uploaded = /1 of 1 packages are uploaded: @lading\/a@1\.0\.0\. Run the same command again/;
  const stopped = (reason: RegExp) => ({
    code: 'UPLOAD_STOPPED',
    message: expect.stringMatching(new RegExp(`${reason.source}[^]*${uploaded.source}`)) as string,
  });

  it('says what is uploaded if a tag is refused', async () => {
    expect(await released(['next'], async () => undefined)).toMatchObject(stopped(/npm dist-tag add failed/));
  });
  it('says what is uploaded if the record cannot be written', async () => {
    const write = async () => {
      throw new Error('ENOSPC: no space left on device');
    };
    expect(await released([], write)).toMatchObject(stopped(/^ENOSPC/));
  });
});

describe('the command', () => {
  const program = new URL('../release.mjs', import.meta.url).pathname;
  const run = (args: readonly string[], output: 'pipe' | number = 'pipe') => {
    const command = [program, '--registry', 'http://127.0.0.1:1/', ...args];
    const { status, stderr } = spawnSync(process.execPath, command, {
      encoding: 'utf8',
      stdio: ['ignore', output, 'pipe'],
    });
    return { status, stderr };
  };

  beforeEach(() => {
    const record = 'console.log(JSON.stringify({ packages: [], fixes: [], alterations: [] }));\n';
    mkdirSync(join(folder, 'generators/cli'), { recursive: true });
    writeFileSync(join(folder, 'generators/cli/lading.mjs'), record);
  });

  it('prints one sentence of an error of the system, and its stack on request', () => {
    writeFileSync(join(folder, 'package.json'), '{ "workspaces": ["packages/*"] }');
    mkdirSync(join(folder, 'packages/a/package.json'), { recursive: true });
    const { status, stderr } = run(['--root', folder]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^SYSTEM_ERROR: EISDIR.*\. Nothing was uploaded; correct what .*\.\n$/);
    expect(run(['--root', folder, '--debug']).stderr).toMatch(/^SYSTEM_ERROR: .*\nError: EISDIR.*\n {4}at /);
  });

  it.each([
    ['is complete', [], /^SYSTEM_ERROR: .*ENOSPC.*\. The release itself is complete\.\n$/],
    ['was only planned', ['--dry-run'], /^SYSTEM_ERROR: .*ENOSPC.*\. Nothing was uploaded or written\.\n$/],
  ])('says that a release %s whose report cannot be written', (_what, args, message) => {
    writeFileSync(join(folder, 'package.json'), '{ "name": "all", "version": "1.0.0", "workspaces": [] }');
    writeFileSync(join(folder, 'LICENSE'), 'None.\n');
    const full = openSync('/dev/full', 'w');
    try {
      expect(run(['--root', folder, ...args], full)).toEqual({
        status: 1,
        stderr: expect.stringMatching(message) as string,
      });
    } finally {
      closeSync(full);
    }
  });
});
