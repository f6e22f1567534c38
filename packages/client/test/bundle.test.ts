/** A bundle as the page "Connecting" makes it starts, as CommonJS and as an ES module, and contains little of undici. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json, scriptedEngine } from './testing/scripted-engine.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lading-bundle-'));
});
afterAll(() => rm(folder, { recursive: true }));

const program = `
import { connect } from '@lading/client-v1.44';
const main = async () => {
  const engine = await connect({ host: process.argv[2] });
  console.log((await engine.container.list())[0].Id);
  await engine.close();
};
void main();`;

test.each(['cjs', 'esm'] as const)('%s', async (format) => {
  const page = await readFile(join(import.meta.dirname, '../docs/connecting.md'), 'utf8');
  const banner = /--banner:js="([^"]+)"/.exec(page)?.[1] ?? '';
  const outfile = join(folder, `bundle.${format === 'esm' ? 'mjs' : 'cjs'}`);
  const { metafile } = await build({
    stdin: { contents: program, resolveDir: import.meta.dirname },
    bundle: true,
    platform: 'node',
    format,
    outfile,
    metafile: true,
    logLevel: 'error',
    ...(format === 'esm' && { banner: { js: banner } }),
  });
  expect(Object.keys(metafile.inputs).filter((path) => /undici\/(index|lib\/mock)/.test(path))).toEqual([]);
  const { host } = await scriptedEngine('1.44', (_request, response) => json(response, [{ Id: 'abc' }]));
  const { stdout } = await promisify(execFile)(process.execPath, [outfile, host]);
  expect(stdout).toBe('abc\n');
});
