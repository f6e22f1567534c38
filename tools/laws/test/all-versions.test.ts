/** All six published versions at once, in a copy of the repository: what was there stays, and everything compiles. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { copyWorkspace, repository } from '../../../generators/testing/workspace-copy.js';
import { contentsOf } from '../../../generators/cli/test/testing/stories.js';

const published = join(repository, '../shared/upstream');
const isThere = existsSync(published);
const without = isThere ? '' : ' (SKIPPED: there are no published documents in ../shared/upstream)';
if (!isThere) console.warn(without);

const copy = mkdtempSync(join(tmpdir(), 'lading-versions-'));
afterAll(() => rmSync(copy, { recursive: true }));

interface Report {
  readonly extends: string;
  readonly questions: readonly { kind: string; place: string; operations: readonly string[] }[];
}

function lading(...args: readonly string[]): string {
  const program = join(copy, 'generators/cli/lading.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 1 << 27,
  });
  if (status === 0 || status === 3) return stdout;
  throw new Error(stderr);
}

/** Bumps, and decides in the place of a person: what only one version takes is left out, what it lacks is null. */
function bump(version: string): string {
  const report = JSON.parse(lading('bump', join(published, `v${version}.yaml`), '--json')) as Report;
  const file = join(copy, `spec/overlays/v${version}.yaml`);
  const overlay = parse(readFileSync(file, 'utf8')) as { readonly actions: { [key: string]: unknown }[] };
  const rules = report.questions
    .filter(({ kind }) => kind === 'rule')
    .map(({ place, operations }) => {
      const [, direction, kind = '', path] = /^(\S+), (\w+) (.*)$/.exec(place) ?? [];
      const rule = direction === 'request.down' ? { rule: 'drop' } : { rule: 'default', value: null };
      return { direction, ...rule, at: { operations, [kind]: path }, says: 'Decided by a test.' };
    });
  Object.assign(overlay.actions.at(-1) ?? {}, rules.length > 0 && { 'x-lading-wire': rules });
  writeFileSync(file, stringify(overlay));
  return report.extends;
}

/** The packages of the versions that were there before, the generated ones of v1.41 among them. */
function released(): readonly string[] {
  return ['v1.41', 'v1.44'].flatMap((version) => contentsOf(join(copy, 'packages', version)));
}

function compile(...args: readonly string[]): string {
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  return execFileSync(process.execPath, [compiler, ...args], { cwd: copy, encoding: 'utf8' });
}

describe.skipIf(!isThere)(`all published versions${without}`, { timeout: 600_000 }, () => {
  const added = ['1.45', '1.48', '1.43', '1.42'];
  beforeAll(() => copyWorkspace(copy, 'packages'), 120_000);

  it('are taken in one after the other, and no byte of what was there changes', () => {
    const [before, overlay] = [released(), readFileSync(join(copy, 'spec/overlays/v1.41.yaml'))];
    expect(added.map(bump)).toEqual(['1.44', '1.45', '1.44', '1.43']);
    expect(lading('generate')).toMatch(/1\.42 +extends 1\.43/);
    expect(lading('generate', '--check')).toContain('Everything is as it would be generated.');
    expect(readFileSync(join(copy, 'spec/overlays/v1.41.yaml'))).toEqual(overlay);
    expect(released()).toEqual(before);
  });

  it('compile', () => {
    for (const runtime of ['wire', 'overlay', 'client', 'server'])
      compile('-p', `packages/runtime/${runtime}/tsconfig.build.json`);
    const packages = added.flatMap((version) =>
      ['types', 'client', 'server', 'overlay'].map((kind) => ({
        name: `${kind}-v${version}`,
        folder: `packages/v${version}/${kind}`,
      })),
    );
    // What `npm install` does with a workspace.
    for (const { name, folder } of packages) symlinkSync(join(copy, folder), join(copy, 'node_modules/@lading', name));
    expect(compile('--build', ...packages.map(({ folder }) => folder))).toBe('');
  });
});
