/** `lading bump` without open decisions generates the packages. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { publishedThings, putThings } from '../../testing/things.js';
import { main } from '../main.js';
import { contentsOf } from './testing/cases.js';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
  putThings(folder);
});

function put(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
}

async function bump(
  file: string,
  ...args: readonly string[]
): Promise<{ exit: number; stdout: string; stderr: string }> {
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    vi.spyOn(process[stream], 'write').mockImplementation((text) => (output[stream] += String(text)) !== '');
  const exit = await main(['bump', join(folder, file), '--spec', join(folder, 'spec'), ...args]);
  vi.restoreAllMocks();
  return { exit, stdout: output.stdout.replaceAll(folder, 'DIR'), stderr: output.stderr.replaceAll(folder, 'DIR') };
}

it('writes the overlay and generates', { timeout: 60_000 }, async () => {
  const { exit, stdout } = await bump('acme-1.1.yaml', '--out', join(folder, 'out'));
  expect(exit).toBe(0);
  expect(stdout).toContain('`Thing.VendorSize` was added');
  const overlay = readFileSync(join(folder, 'spec/overlays/v1.1.yaml'), 'utf8');
  expect(overlay).toContain('# - components schemas Thing properties VendorSize');
  expect(overlay).toContain('VendorSize:\n        type: integer\n        x-lading-since: "1.1"');
  expect(overlay).not.toContain('taken over');
  expect(readFileSync(join(folder, 'spec/versions.yaml'), 'utf8')).toContain('overlays:\n  - overlays/v1.1.yaml\n');
  expect(readFileSync(join(folder, 'out/v1.1/types/gen/thing.ts'), 'utf8')).toContain('AcmeSize?: number');
});

it('only reports with --dry-run', async () => {
  const before = contentsOf(folder);
  const { exit, stdout } = await bump('acme-1.1.yaml', '--dry-run');
  expect(exit).toBe(0);
  expect(stdout).toContain('`Thing.VendorSize` was added');
  expect(contentsOf(folder)).toEqual(before);
});

it('ends with 3 where the specification is written and generation refuses', { timeout: 60_000 }, async () => {
  // A folder of somebody else: generation writes nothing there.
  mkdirSync(join(folder, 'out'));
  put('out/letter.txt', 'Dear all');
  const { exit, stderr } = await bump('acme-1.1.yaml', '--out', join(folder, 'out'));
  expect(exit).toBe(3);
  expect(stderr).toMatch(/^WRITE_FOREIGN: /);
  expect(stderr).toContain(
    'Version 1.1 is written (DIR/spec/overlays/v1.1.yaml), its packages are not. Correct the error, then run lading generate.\n',
  );
  expect(readFileSync(join(folder, 'spec/versions.yaml'), 'utf8')).toContain('overlays/v1.1.yaml');
});

it('reports what is missing', async () => {
  put('next.yaml', publishedThings('1.1'));
  expect(await bump('next.yaml')).toMatchObject({
    exit: 2,
    stderr:
      'USAGE: The name "next.yaml" does not contain its version, so that the document of version 1.0 is not found (lading bump). Name the published document of 1.0: --previous FILE.\n',
  });
  expect(await bump('next.yaml', '--previous', join(folder, 'next.yaml'))).toMatchObject({
    exit: 1,
    stderr:
      'VERSION_UNKNOWN: The document describes version "1.1", but version 1.1 extends 1.0 (DIR/next.yaml#/info/version). Name the published document of 1.0: --previous FILE.\n',
  });
  put('acme-1.0.yaml', '');
  rmSync(join(folder, 'acme-1.0.yaml'));
  put('acme-1.1.yaml', publishedThings('1.1'));
  expect((await bump('acme-1.1.yaml')).stderr).toMatch(/^READ_MISSING: .*acme-1\.0\.yaml/);
});

it('lists the overlay beside the one that it extends, in the order of the list', { timeout: 60_000 }, async () => {
  for (const version of ['1.2', '1.3', '1.4']) put(`acme-${version}.yaml`, publishedThings(version));
  const bumped = async (version: string, previous: string) => {
    await bump(
      `acme-${version}.yaml`,
      '--out',
      join(folder, 'out'),
      '--previous',
      join(folder, `acme-${previous}.yaml`),
    );
    const [, listed = ''] = readFileSync(join(folder, 'spec/versions.yaml'), 'utf8').split('overlays:\n');
    return [...listed.matchAll(/v(\d\.\d)/g)].map(([, listedVersion]) => listedVersion);
  };
  expect(await bumped('1.1', '1.0')).toEqual(['1.1']);
  expect(await bumped('1.2', '1.1')).toEqual(['1.1', '1.2']);
  expect(await bumped('1.3', '1.2')).toEqual(['1.1', '1.2', '1.3']);
  const list = readFileSync(join(folder, 'spec/versions.yaml'), 'utf8');
  put('spec/versions.yaml', list.replace(/( {2}- overlays\/.*\n)( {2}- .*\n)( {2}- .*\n)/, '$3$2$1'));
  expect(await bumped('1.4', '1.3')).toEqual(['1.4', '1.3', '1.2', '1.1']);
});
