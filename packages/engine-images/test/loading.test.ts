/** What an engine with the definitions loads. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const here = fileURLToPath(new URL('..', import.meta.url));

/** Runs a program, and returns the addresses of the modules that it imports. */
function modulesOf(program: string): string[] {
  const folder = temporaryFolder();
  const hooks = `import { writeSync } from 'node:fs';
    export async function load(url, context, next) { writeSync(2, url + '\\n'); return next(url, context); }`;
  const register = join(folder, 'register.mjs');
  writeFileSync(
    register,
    `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)});`,
  );
  const list = join(folder, 'modules');
  // The file of errors has the list, since the hooks run in a thread whose output would be lost.
  execFileSync(
    'sh',
    [
      '-c',
      `"$0" --no-warnings --import "$1" --input-type=module -e "$2" 2> "$3"`,
      process.execPath,
      register,
      program,
      list,
    ],
    { cwd: here },
  );
  return execFileSync('sort', ['-u', list], { encoding: 'utf8' })
    .split('\n')
    .filter((url) => url.startsWith('file:') && !url.endsWith('register.mjs'));
}

const run = (options: string) => `
  import { startEngine } from '@lading/engine';
  ${options.includes('imageDefinitions') ? "import { imageDefinitions } from '@lading/engine-images';" : ''}
  const engine = await startEngine(${options});
  const container = engine.engine.containers.create('', { Image: 'alpine', Cmd: ['true'] });
  await engine.engine.start(container);
  await engine.close();
`;

test('an engine that starts none of the images loads their table alone', { timeout: 30_000 }, () => {
  const plain = modulesOf(run("{ images: ['alpine'] }"));
  const withTable = modulesOf(run("{ images: ['alpine'], imageDefinitions }"));
  expect(plain.length).toBeGreaterThan(5);
  // The build may give the table a file of its own; an image is larger.
  const further = withTable.filter((url) => !plain.includes(url)).map((url) => fileURLToPath(url));
  expect(further).toContain(join(here, 'dist/index.js'));
  expect(further.every((file) => file.startsWith(join(here, 'dist')))).toBe(true);
  const texts = further.map((file) => readFileSync(file, 'utf8')).join('');
  expect(texts).toContain('alpine/socat');
  expect(texts.length).toBeLessThan(2000);
});
