/** What a bundler keeps of the runtime for each dialect. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

async function bundle(name: string): Promise<string> {
  const index = fileURLToPath(new URL('../../src/index.ts', import.meta.url));
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${name} } from ${JSON.stringify(index)};`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    write: false,
    minify: true,
    platform: 'node',
    format: 'esm',
    external: ['ws', '@fastify/busboy'],
  });
  return outputFiles[0]?.text ?? '';
}

it.each([
  [
    'createStandardServer',
    /SystemPing|ContainerWait|ContainerCreate|HostConfig|page not found|Ostype|Docker|sequence"|websocket protocol|without a session/,
    /busboy.*problem\+json|problem\+json.*busboy/s,
  ],
  ['createEngineServer', /problem\+json|deepObject|WWW-Authenticate|busboy/, /SystemPing/],
])('%s contains nothing of the other dialect', async (name, others, own) => {
  const text = await bundle(name);
  expect(others.exec(text)?.[0]).toBeUndefined();
  expect(text).toMatch(own);
});
