/** `nx g lading:bump` in a copy of the repository writes the same files as `lading bump` in another copy. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { bumpCommand } from '../../cli/commands/bump.js';
import { contentsOf } from '../../cli/test/testing/cases.js';
import { keepVersions, upTo } from '../../testing/keep-versions.js';
import { putThings } from '../../testing/things.js';
import { copyWorkspace, repository } from '../../testing/workspace-copy.js';
import { bumpInTree } from '../bump.js';

const published = join(repository, '../shared/upstream');
const isThere = existsSync(published);
const without = isThere ? '' : ' (SKIPPED: there are no published documents in ../shared/upstream)';
if (!isThere) console.warn(without);

const folder = temporaryFolder();
const [byNx, byCommand] = [join(folder, 'nx'), join(folder, 'command')];
beforeAll(() => {
  for (const copy of [byNx, byCommand]) {
    copyWorkspace(copy);
    keepVersions(join(copy, 'spec'), upTo('1.44'), join(copy, 'lading.config.json'));
    putThings(join(copy, 'things'));
  }
}, 240_000);

function nx(...args: readonly string[]) {
  return run(byNx, join(byNx, 'node_modules/nx/dist/bin/nx.js'), 'g', 'lading:bump', ...args);
}

function lading(...args: readonly string[]) {
  return run(byCommand, join(byCommand, 'generators/cli/lading.mjs'), 'bump', ...args);
}

function run(cwd: string, ...args: readonly string[]) {
  const env = { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true', CI: 'true', NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', env });
  return { status, output: stdout + stderr };
}

/** Calls the generator without Nx. Returns the files that it gives to the tree. */
async function inProcess(): Promise<readonly string[]> {
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  try {
    const tree = { root: byNx, write: (path: string) => written.push(path) };
    await bumpInTree(tree, { document: join(byNx, 'things/acme-1.1.yaml'), spec: join(byNx, 'things/spec') });
  } finally {
    vi.restoreAllMocks();
  }
  return written;
}

/** Returns the content of the specification and the packages. */
function result(copy: string) {
  const parts = ['spec', 'packages', 'things'].map((part) => join(copy, part));
  return parts.map((part) => (existsSync(part) ? contentsOf(part) : []));
}

describe('nx g lading:bump', { timeout: 240_000 }, () => {
  const document = ['things/acme-1.1.yaml', '--spec', 'things/spec', '--out', 'things/out'];

  it('writes through the tree of Nx alone, so that a dry run writes nothing', async () => {
    const before = result(byNx);
    expect(await inProcess()).toEqual(
      expect.arrayContaining(['things/spec/overlays/v1.1.yaml', 'things/spec/versions.yaml']),
    );
    expect(result(byNx)).toEqual(before);
  });

  // Nx takes seconds to start: a run that is not full starts it once.
  it.runIf(inject('isFullRun'))('shows the files with --dry-run, and writes none', () => {
    const before = result(byNx);
    const { status, output } = nx(...document, '--dry-run');
    expect(output).toContain('CREATE things/spec/overlays/v1.1.yaml');
    expect(output).toContain('UPDATE things/spec/versions.yaml');
    expect(output).toContain('`Thing.VendorSize` was added');
    expect({ status, result: result(byNx) }).toEqual({ status: 0, result: before });
  });

  it('writes and generates what the command does', () => {
    expect(nx(...document)).toEqual({ status: 0, output: expect.any(String) as string });
    expect(lading(...document).status).toBe(0);
    expect(readFileSync(join(byNx, 'things/out/v1.1/types/gen/thing.ts'), 'utf8')).toContain('AcmeSize?: number');
    expect(result(byNx)).toEqual(result(byCommand));
  });

  it('reports an existing version, and writes nothing', async () => {
    const before = result(byNx);
    await expect(inProcess()).rejects.toThrow('VERSION_DUPLICATE: The specification already contains version "1.1"');
    expect(result(byNx)).toEqual(before);
  });

  it.runIf(inject('isFullRun'))('reports an error as the command does, and writes nothing', () => {
    const before = result(byNx);
    const { status, output } = nx(...document);
    expect(output).toContain('VERSION_DUPLICATE: The specification already contains version "1.1"');
    expect({ status, result: result(byNx) }).toEqual({ status: 1, result: before });
  });

  // The specification of this repository takes longer than everything else, so it waits for a full run.
  it.skipIf(!isThere || !inject('isFullRun'))(`imports the next published document${without}`, () => {
    const next = join(published, 'v1.45.yaml');
    const { status, output } = nx(`--document=${next}`);
    expect(output).toContain('OVERLAY_UNDECIDED: Generation needs further conversion rules: 1 value is undecided');
    expect([status, lading(next).status]).toEqual([1, 3]);
    expect(existsSync(join(byNx, 'spec/overlays/v1.45.yaml'))).toBe(true);
    expect(result(byNx)).toEqual(result(byCommand));
  });

  it('has the options of the command, except for those that Nx provides itself', () => {
    const program = new Command();
    bumpCommand(program, () => undefined);
    const [bump] = program.commands;
    const own = bump?.options
      .map((option) => option.attributeName())
      .filter((name) => !['dryRun', 'json'].includes(name));
    const { properties } = JSON.parse(readFileSync(new URL('../bump.schema.json', import.meta.url), 'utf8')) as {
      properties: object;
    };
    expect(Object.keys(properties)).toEqual(['document', ...(own ?? [])]);
  });
});
