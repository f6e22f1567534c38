// Replays recordings of one engine at several versions through the bridge: main.js [--newest 1.55] [--oldest 1.44] [--versions 1.24,1.41] [--out FILE] FOLDER

import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { versionRange } from '../options.js';
import { compareRecorded } from './compare.js';
import { recordedContext, readFolder, isOlder } from './recorded-context.js';
import { reportRecorded } from './report-recorded.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../../..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    newest: { type: 'string', default: '1.55' },
    oldest: { type: 'string', default: '1.44' },
    versions: { type: 'string', default: '1.24,1.41,1.44,1.52,1.53' },
    out: { type: 'string' },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('main.js: needs a folder with recordings of one engine at several versions');
const recorded = readFolder(folder, (name) => !isOlder(name));
const { newest, oldest } = values;
const versions = versionRange(values.versions);
const result = await compareRecorded({ ...recordedContext(root), recorded, newest, oldest, versions });
const engines = [...new Set(recorded.map(({ engine }) => engine))].join(', ');
const date = new Date().toISOString().slice(0, 10);
const report = reportRecorded(result, `Engine ${engines}, responses of ${newest}, ${date}.`);
if (values.out !== undefined) writeFileSync(values.out, report);
process.stdout.write(report);
if (result.invalid.length > 0 || result.comparisons.some(({ different }) => different.length > 0)) process.exitCode = 1;
