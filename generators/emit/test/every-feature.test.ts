/** The modules and pages of a document with every feature. Review a change of them, and record it with `vitest run -u`. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { filesOf, timelineOf } from '../../generate/pipeline/index.js';
import { readDocument } from '../../read/index.js';
import { client } from '../client/index.js';
import { contract } from '../contract/index.js';
import { docs } from '../docs/index.js';
import { server } from '../server/index.js';
import { types } from '../types/index.js';
import { silent } from './testing/check-injection.js';

it('are generated as recorded', async () => {
  const path = fileURLToPath(new URL('../../testing/documents/every-feature.yaml', import.meta.url));
  const timeline = timelineOf([{ document: readDocument(path), source: 'api.yaml' }], silent);
  const options = {
    naming: { scope: '@lading' },
    emitters: [types, contract, client, server, docs],
    options: { docs: { data: true } },
    workspace: false,
    head: () => ['Generated.'],
  };
  const files = await filesOf(timeline, options, silent);
  const generated = files.filter((file) => file.path.includes('/gen/'));
  await expect(generated.map((file) => `=== ${file.path}\n${file.text}`).join('\n')).toMatchFileSnapshot(
    'every-feature.txt',
  );
});
