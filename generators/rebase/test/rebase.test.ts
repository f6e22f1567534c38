/** A rebase inverts the overlays between the former and the new base version; the others stay. */
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { putThings } from '../../testing/things.js';
import { rebase } from '../index.js';

/** A specification of 1.0, with overlays for 1.1, which extends it, and 1.2, which extends 1.1. */
function specification(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lading-rebase-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  putThings(folder);
  const spec = join(folder, 'spec');
  mkdirSync(join(spec, 'overlays'), { recursive: true });
  for (const [version, base, name] of [
    ['1.1', '../v1.0/openapi.yaml', 'one'],
    ['1.2', 'v1.1.yaml', 'two'],
  ] as const)
    writeFileSync(
      join(spec, `overlays/v${version}.yaml`),
      `overlay: 1.0.0
info: { title: Things ${version}, version: '${version}' }
extends: ${base}
actions:
  - target: $.info
    update: { version: '${version}' }
  - target: $.components.schemas.Thing.properties
    update: { ${name}: { type: string, description: A text. } }
`,
    );
  writeFileSync(
    join(spec, 'versions.yaml'),
    'product: Acme\nroot: v1.0/openapi.yaml\noverlays: [overlays/v1.1.yaml, overlays/v1.2.yaml]\n',
  );
  return spec;
}

it.each([
  ['1.1', ['1.0']],
  ['1.2', ['1.1', '1.0']],
])('to %s', async (version, inverted) => {
  const spec = specification();
  const result = await rebase(spec, version, { dryRun: false });
  expect(result).toMatchObject({ version, versions: 3 });
  expect([...result.inverted].sort()).toEqual([...inverted].sort());
  expect(readFileSync(join(spec, 'versions.yaml'), 'utf8')).toContain(`root: v${version}/openapi.yaml`);
  await expect(rebase(spec, version, { dryRun: true })).rejects.toMatchObject({ problem: { code: 'USAGE' } });
});
