import { builtinModules } from 'node:module';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

/** Bundles a program for browsers. */
async function bundle(contents: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    metafile: true,
    external: builtinModules.flatMap((name) => [name, `node:${name}`]),
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error('there is no output');
  const externals = Object.values(metafile.inputs).flatMap(({ imports }) => imports.filter(({ external }) => external));
  return { size: gzipSync(file.contents, { level: 9 }).length, externals, text: file.text };
}

const oneCall = `
  import { createCaller, json, operation } from '../src/codegen.js';
  const petGet = operation({ id: 'PetGet', method: 'GET', path: '/pets/{id}' }, { response: json(), server: 'https://x.test' });
  console.log(await createCaller().call(petGet, { id: '1' }));
`;

describe('bundles', () => {
  it('import nothing of Node', async () => {
    const { externals, text } = await bundle(`export * from '../src/index.js'; export * from '../src/codegen.js';`);
    expect(externals).toEqual([]);
    // The only mention of the platform asks whether it is there, for bodies that `fetch` does not send.
    expect(text.replace(/\{process:\w+\}=globalThis/, '')).not.toMatch(/\b(?:process|Buffer|require)\b/);
  });
  it('of one call are at most as large as those of hey-api (3,918 bytes) and 1.5 times those of openapi-fetch (2,646)', async () => {
    expect((await bundle(oneCall)).size).toBeLessThanOrEqual(3_625);
  });
  it('contain only what a call uses', async () => {
    const { text } = await bundle(oneCall);
    for (const other of ['multipart', 'deepObject', 'retry-after', 'text/event-stream', 'Bearer', 'filename']) {
      expect(text).not.toContain(other);
    }
  });
});
