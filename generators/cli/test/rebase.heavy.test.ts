/** `lading rebase` on a copy of the specification: another base version, and the same meaning of every version. */
import { appendFileSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, inject, it, vi } from 'vitest';
import { versionsOfSpec } from '../../overlay/index.js';
import { compareApis } from '../../compare/index.js';
import { normalize } from '../../normalize/index.js';
import { readSpec } from '../../read/index.js';
import { keepVersions } from '../../testing/keep-versions.js';
import { main } from '../main.js';
import { semanticDifferences } from '../../rebase/verify-rebase.js';
import { contentsOf } from './testing/cases.js';

const own = fileURLToPath(new URL('../../../spec', import.meta.url));
let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
  cpSync(own, folder, { recursive: true });
  // A run that is not full has no chain of versions below the base version.
  const remaining = inject('isFullRun') ? ['1.43', '1.42', '1.41'] : ['1.41'];
  keepVersions(folder, (version) => remaining.includes(version));
  writeFileSync(join(folder, 'overlays/v1.45.yaml'), next);
  appendFileSync(join(folder, 'versions.yaml'), '  - overlays/v1.45.yaml\n');
});

const next = `overlay: 1.0.0
info:
  title: API version 1.45
  version: '1.45'
extends: ../v1.44/openapi.yaml
actions:
  - target: $.info
    description: The document describes version 1.45.
    x-lading-difference: version
    update: { version: '1.45' }
  - target: $.components.schemas['VolumeOptions','VolumeOptionsInput'].properties
    description: A part of a volume can be mounted.
    x-lading-difference: subpath
    x-lading-conversion-rules:
      - direction: request.downgrade
        rule: drop
        at: { operations: [ContainerCreate], body: 'HostConfig.Mounts[].VolumeOptions.Subpath' }
        warning: The whole volume is mounted.
        description: At 1.44 the whole volume is mounted.
    update:
      Subpath: { type: string, description: The part that is mounted. }
`;

async function rebase(...args: readonly string[]): Promise<{ exit: number; stderr: string }> {
  let stderr = '';
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (stderr += String(text)) !== '');
  const exit = await main(['rebase', ...args, '--spec', folder]);
  vi.restoreAllMocks();
  return { exit, stderr };
}

const versions = () => versionsOfSpec(readSpec(folder));

it('makes a newer version the base version, and reverts it', { timeout: 120_000 }, async () => {
  const before = versions();
  expect(await rebase('1.45')).toEqual({ exit: 0, stderr: '' });
  const after = versions();
  expect(after.map(({ document, extends: base }) => [document.version, base])).toEqual([
    ['1.45', undefined],
    ['1.44', '1.45'],
    ...(inject('isFullRun') ? [['1.43', '1.44']] : []),
    ['1.41', '1.44'],
    ...(inject('isFullRun') ? [['1.42', '1.43']] : []),
  ]);
  expect(existsSync(join(folder, 'v1.44'))).toBe(false);
  for (const { document } of before) {
    const counterpart = after.find((other) => other.document.version === document.version);
    if (counterpart === undefined) throw new Error(`version ${document.version} is lost`);
    expect(counterpart.document.root).toEqual(document.root);
    expect(compareApis(normalize(document), normalize(counterpart.document))).toEqual([]);
  }
  const text = readFileSync(join(folder, 'overlays/v1.44.yaml'), 'utf8');
  expect(text).toContain('description: At 1.44 the whole volume is mounted.');

  expect(await rebase('1.44')).toEqual({ exit: 0, stderr: '' });
  expect(semanticDifferences(before, versions())).toEqual([]);
});

it('touches nothing with --dry-run, nor for a version that is whole or missing', { timeout: 60_000 }, async () => {
  const before = contentsOf(folder);
  expect((await rebase('1.45', '--dry-run')).exit).toBe(0);
  expect(await rebase('1.44')).toEqual({
    exit: 2,
    stderr: 'USAGE: Version 1.44 is already the base version (lading rebase). Name another version.\n',
  });
  expect((await rebase('1.99')).stderr).toMatch(/^VERSION_UNKNOWN: There is no version "1.99"/);
  expect(contentsOf(folder)).toEqual(before);
});

it('detects a change of meaning', () => {
  const before = versions();
  const file = join(folder, 'overlays/v1.45.yaml');
  writeFileSync(file, next.replace('The whole volume is mounted.', 'Another warning.'));
  expect(semanticDifferences(before, versions())).toHaveLength(1);
  writeFileSync(file, next.replace('type: string', 'type: integer'));
  expect(semanticDifferences(before, versions())).toEqual(['The document of version 1.45 is different.']);
});
