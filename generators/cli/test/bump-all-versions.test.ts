/**
 * A bump of this repository's specification adds the version to the packages for all versions, without edits by hand. Only a
 * full run tests it: `packages-for-all-versions.heavy.test.ts` bumps a small specification.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { versionsOfSpec, withProductName } from '../../overlay/index.js';
import { readSpec } from '../../read/index.js';
import { keepVersions } from '../../testing/keep-versions.js';
import type { LadingConfig } from '../../generate/config/config.js';
import { ladingHere } from './testing/lading-here.js';

const spec = fileURLToPath(new URL('../../../spec', import.meta.url));
const folder = temporaryFolder();
const config: LadingConfig = {
  spec: 'spec',
  emitters: [
    ['types', { paths: false }],
    ['client', { runtime: 'engine' }],
    ['server', { dialect: 'engine' }],
    ['conversion', { ignoresUnknown: true }],
    ['clients', { folder: 'packages/client' }],
    ['servers', { folder: 'packages/server' }],
  ],
  out: 'packages',
  workspace: false,
};

describe.skipIf(!inject('isFullRun'))('a bump of this repository', () => {
  // Documents as if they were published without mistakes: the base version, and the same as a further version.
  beforeAll(() => {
    cpSync(spec, join(folder, 'spec'), { recursive: true });
    keepVersions(join(folder, 'spec'), (version) => ['1.43', '1.42', '1.41'].includes(version));
    rmSync(join(folder, 'spec/corrections'), { recursive: true });
    writeFileSync(join(folder, 'lading.config.json'), JSON.stringify(config));
    const { product, ...read } = readSpec(join(folder, 'spec'));
    const [base] = withProductName(versionsOfSpec({ product, ...read }), product);
    const root = JSON.stringify(base?.document.root);
    writeFileSync(join(folder, 'v1.44.json'), root);
    writeFileSync(join(folder, 'v1.45.json'), root.replace('"version":"1.44"', '"version":"1.45"'));
  }, 600_000);

  it('generates the packages for all versions', { timeout: 600_000 }, async () => {
    const bump = await ladingHere('bump', join(folder, 'v1.45.json'), '--spec', join(folder, 'spec'));
    expect(bump).toMatchObject({ status: 0 });
    expect(bump.output).not.toMatch(/packages[\\/](client|server|docs)/);
    const generate = await ladingHere('generate', '--quiet', '--config', join(folder, 'lading.config.json'));
    expect(generate).toEqual({ status: 0, output: '' });
    const [client = '', server = ''] = ['client/gen/engine.ts', 'server/gen/create-server.ts'].map((path) =>
      readFileSync(join(folder, 'packages', path), 'utf8'),
    );
    expect(client).toContain("readonly version: '1.45' | '1.44' | '1.43' | '1.42' | '1.41';");
    for (const [name, version] of Object.entries({ '': '145', V144: '144', V141: '141' }))
      expect(server).toContain(`export function createServer${name}(handlers: HandlersV${version},`);
  });
});
