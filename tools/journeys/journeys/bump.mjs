/** The paths of people who add a version: in a clone of the repository, and in a specification without handwritten packages. */
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { answered } from '../bump/answer.mjs';
import { clone, namesInCode, versionAfter, versionsOfSpec } from '../bump/clone.mjs';
import { nextDocument } from '../bump/next-document.mjs';
import { bring, fails, JourneyError, run } from '../harness/journey.mjs';
import { root } from '../harness/places.mjs';
import { emptyRegistry } from '../harness/published.mjs';

/** @typedef {import('../harness/journey.mjs').Step} Step */

const seed = Number(process.env['LADING_SEED'] ?? randomInt(2 ** 31));
const { base, newest } = versionsOfSpec();
const next = versionAfter(newest);

/** Tests of a clone that follow the list of versions. */
const listed = [
  ...['since', 'original-texts', 'docs', 'conversion-routes'].map(
    (name) => `tools/properties/test/${name}.heavy.test.ts`,
  ),
  ...['conversions', 'server', 'bridge'].map((name) => `packages/${name}/test`),
];
// Vitest passes over a name without a file.
const unknown = listed.filter((path) => !existsSync(join(root, path)));
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: no such tests; the journey names them`);

/** What the program of the clone calls, and what examples that follow the newest version respond with. */
const used = {
  operations: ['ContainerCreate', 'ContainerList', 'SystemPing', 'SystemPingHead', 'SystemVersion', 'SystemInfo'],
  schemas: [
    ...['ContainerCreateResponse', 'ContainerSummary', 'SystemVersion', 'ErrorResponse'],
    ...['SystemAuthResponse', 'Volume', 'VolumeListResponse'],
  ],
  isUsed: namesInCode(),
};

/** Draws the document of the next version from that of the present one. @param {string} present @param {string} path @param {string} version @param {Parameters<typeof nextDocument>[3]} [unchanged] @returns {Step} */
function draw(present, path, version, unchanged) {
  return async (traveller) => {
    const {
      document,
      differences,
      samples: values,
    } = nextDocument(parse(traveller.read(present)), version, seed, unchanged);
    traveller.write(path, JSON.stringify(document));
    samples = values;
    process.stderr.write(`The next version is drawn with LADING_SEED=${seed}\n`);
    traveller.log += `# The next version, drawn with LADING_SEED=${seed}:\n${differences.map((one) => `#   ${one}\n`).join('')}`;
  };
}

/** @type {Readonly<Record<string, unknown>>} */
let samples = {};

/**
 * Adds the version, and answers what it asks. The commands before, which are not answered, must not lead to a release.
 *
 * @param {string} command
 * @param {string} overlay
 * @param {boolean} warns whether responses of the API have warnings
 * @returns {Step}
 */
function bumpAndAnswer(command, overlay, warns) {
  return async (traveller) => {
    const { status, output } = await traveller.type(command);
    if (status !== 0 && status !== 3) throw new JourneyError(`${command}\nended with ${status}:\n${output}`);
    const text = traveller.read(overlay);
    traveller.write(
      overlay,
      answered(text, JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)), samples, warns),
    );
  };
}

/** Takes away the description that one part was given. @param {string} overlay @returns {Step} */
function forget(overlay) {
  return async (traveller) => {
    traveller.write(`${overlay}.whole`, traveller.read(overlay));
    const { actions, ...content } = parse(traveller.read(overlay));
    const text = actions.findLastIndex((/** @type {any} */ action) => action['x-lading-difference'] === 'texts');
    traveller.write(overlay, JSON.stringify({ ...content, actions: actions.toSpliced(text, 1) }));
  };
}

/** @param {string} file @returns {Step} */
function program(file) {
  return bring(`tools/journeys/bump/programs/${file}`, file);
}

/** Starts the registry that the clone is released to. @type {Step} */
async function openRegistry(traveller) {
  const registry = await emptyRegistry();
  traveller.atEnd(() => registry.stop());
  const { host } = new URL(registry.url);
  const settings = `registry=${registry.url}\n//${host}/:_authToken=nobody\nupdate-notifier=false\n`;
  writeFileSync(join(traveller.env.HOME, '.npmrc'), settings);
}

/** @type {readonly import('../harness/journey.mjs').Journey[]} */
export const bump = [
  {
    name: 'bump',
    isLong: true,
    about:
      'Adds a drawn version to a clone, releases it, and calls server, bridge and engine with the clients of every version',
    steps: [
      async (traveller) => clone(join(traveller.cwd, 'lading')),
      run(`cd lading\nnpx lading bundle ${newest} > ../v${newest}.yaml`),
      draw(`../v${newest}.yaml`, `../v${next}.yaml`, next, used),
      bumpAndAnswer(`npx lading bump ../v${next}.yaml --json`, `spec/overlays/v${next}.yaml`, true),
      run('npx lading generate'),
      forget(`spec/overlays/v${next}.yaml`),
      fails('npm run release', `spec/overlays/v${next}.yaml: `),
      run(`mv spec/overlays/v${next}.yaml.whole spec/overlays/v${next}.yaml\nnpx lading generate --quiet`),
      run('npx lading generate --check', 'All generated files are up to date.\n'),
      run('npm install --no-audit --no-fund'),
      openRegistry,
      fails('npm run release', 'packages/bridge/docs/differences.md is outdated'),
      run('node tools/run/differences.mjs'),
      run('npm run release'),
      // The tests that read the list of versions, with the packages that the release has built.
      run(`npx vitest run ${listed.join(' ')}`),
      run('mkdir ../app && cd ../app'),
      program('every-version.mjs'),
      run('npm install @lading/server @lading/client @lading/bridge @lading/engine @lading/conversions'),
      run(`node every-version.mjs ${base} ${next}`, `${versionsOfSpec().all.length + 1} versions\n`),
    ],
  },
  {
    name: 'bump-own',
    about:
      'Adds a drawn version to a specification without handwritten packages, and calls its server with clients of both',
    steps: [
      async (traveller) => {
        const document = parse(readFileSync(join(root, 'generators', 'examples', 'kiosk.yaml'), 'utf8'));
        traveller.write('published/v1.0.yaml', JSON.stringify(document));
        traveller.write('spec/v1.0/openapi.yaml', JSON.stringify(document));
        traveller.write('spec/versions.yaml', 'product: Kiosk\nroot: v1.0/openapi.yaml\n');
        const config = { spec: 'spec', emitters: ['client', 'server', 'overlay'], scope: '@acme' };
        traveller.write('lading.config.json', JSON.stringify(config));
      },
      draw('published/v1.0.yaml', 'published/v1.1.yaml', '1.1', { operations: ['TicketCreate'], schemas: ['Ticket'] }),
      run('npm install --save-dev lading'),
      bumpAndAnswer('npx lading bump published/v1.1.yaml --json', 'spec/overlays/v1.1.yaml', false),
      // Nothing of the published document is missing.
      run(
        'npx lading bundle 1.1 > bundled.yaml\nnpx lading diff published/v1.1.yaml bundled.yaml',
        '1.1 → 1.1\nNo changes.\n',
      ),
      run('npx lading generate'),
      run('npx lading generate --check', 'All generated files are up to date.\n'),
      run('cd generated\nnpm install\nnpm run build'),
      program('two-versions.mjs'),
      run('node two-versions.mjs', '2 versions\n'),
    ],
  },
];
