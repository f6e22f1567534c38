/** Runs samples of the generated client in this process: bundled, each as a module. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * @param {string} workspace with the project that `writeProject` writes
 * @param {readonly string[]} texts
 * @param {{ readonly address: string, readonly work: string, readonly env: Readonly<Record<string, string>> }} options
 *   `address`: that of the server; `work`: the current folder of the samples
 * @returns {Promise<(at: number, base: string) => Promise<string>>} runs one, whose requests have an URL below `base`; returns what is wrong
 */
export async function clientSamples(workspace, texts, { address, work, env }) {
  const folder = join(workspace, 'samples');
  mkdirSync(folder, { recursive: true });
  const names = texts.map((_text, at) => `sample-${at}`);
  for (const [at, name] of names.entries()) writeFileSync(join(folder, `${name}.ts`), texts[at] ?? '');
  await build({
    entryPoints: names.map((name) => join(folder, `${name}.ts`)),
    tsconfig: join(workspace, 'tsconfig.any-api.json'),
    outdir: join(workspace, 'samples-built'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    external: ['@lading/runtime-*'],
    logLevel: 'error',
  });
  return (at, base) =>
    inPlace(base, () => imported(pathToFileURL(join(workspace, 'samples-built', `sample-${at}.mjs`)).href));

  /** Runs a function with the folder, the variables and the transport of samples, and without their output. @param {string} base @param {() => Promise<string>} run */
  async function inPlace(base, run) {
    const { fetch, console: standard } = globalThis;
    const [before, variables] = [process.cwd(), { ...process.env }];
    process.chdir(work);
    Object.assign(process.env, env);
    const localBase = base.replace(/^http:\/\/localhost(?=\/|$)/, 'https://api.example.com');
    globalThis.fetch = (input, init) => fetch(String(input).replace(base, address).replace(localBase, address), init);
    globalThis.console = { ...standard, log: () => undefined };
    try {
      return await run();
    } finally {
      Object.assign(globalThis, { fetch, console: standard });
      process.chdir(before);
      for (const name of Object.keys(env)) if (!(name in variables)) delete process.env[name];
    }
  }
}

/** Imports a sample, which ends when its module has run. @param {string} url */
async function imported(url) {
  const timeout = new Promise((_resolve, reject) =>
    setTimeout(() => reject(new Error('takes too long')), 5000).unref(),
  );
  try {
    await Promise.race([import(url), timeout]);
    return '';
  } catch (error) {
    const { message = '', cause } = /** @type {{ message?: string, cause?: unknown }} */ (error);
    return `${message}${cause === undefined ? '' : ` (${cause})`}`;
  }
}
