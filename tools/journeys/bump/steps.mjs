/** The steps of people who add a version. */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parse } from 'yaml';
import { emptyRegistry } from '../harness/published.mjs';
import { JourneyError, type } from '../harness/journey.mjs';
import { answered } from './answer.mjs';
import { clone, namesInCode } from './clone.mjs';
import { nextDocument } from './next-document.mjs';

const seed = Number(process.env['LADING_SEED'] ?? randomInt(2 ** 31));
/** What a program calls, and for the clone what examples that follow the newest version respond with. */
const used = {
  clone: () => ({
    operations: ['ContainerCreate', 'ContainerList', 'SystemPing', 'SystemPingHead', 'SystemVersion', 'SystemInfo'],
    schemas: [
      ...['ContainerCreateResponse', 'ContainerSummary', 'SystemVersion', 'ErrorResponse'],
      ...['SystemAuthResponse', 'Volume', 'VolumeListResponse'],
    ],
    isUsed: namesInCode(),
  }),
  kiosk: () => ({ operations: ['TicketCreate'], schemas: ['Ticket'] }),
};
/** @type {Readonly<Record<string, unknown>>} */
let samples = {};

/** @type {typeof import('../harness/journey.mjs').steps} */
export const bumpSteps = {
  clone: async (traveller, { clone: folder }) => clone(join(traveller.cwd, folder)),

  /** Draws the document of the next version from that of the present one. */
  async draw(traveller, { draw, to, version, unchanged }) {
    const needed = used[/** @type {keyof typeof used} */ (unchanged)]();
    const { document, differences, ...drawn } = nextDocument(parse(traveller.read(draw)), version, seed, needed);
    traveller.write(to, JSON.stringify(document));
    samples = drawn.samples;
    process.stderr.write(`The next version is drawn with LADING_SEED=${seed}\n`);
    traveller.log += `# The next version, drawn with LADING_SEED=${seed}:\n${differences.map((one) => `#   ${one}\n`).join('')}`;
  },

  /** Adds the version, and answers what it asks. The commands before, which are not answered, must not lead to a release. */
  async bump(traveller, { bump: command, overlay }) {
    const { status, output } = await traveller.type(command);
    if (status !== 0 && status !== 3) throw new JourneyError(`${command}\nended with ${status}:\n${output}`);
    const report = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
    traveller.write(overlay, answered(traveller.read(overlay), report, samples));
  },

  /** Takes away the description that one part was given. */
  async forget(traveller, { forget: overlay }) {
    traveller.write(`${overlay}.whole`, traveller.read(overlay));
    const { actions, ...content } = parse(traveller.read(overlay));
    const text = actions.findLastIndex((/** @type {any} */ action) => action['x-lading-difference'] === 'texts');
    traveller.write(overlay, JSON.stringify({ ...content, actions: actions.toSpliced(text, 1) }));
  },

  /** Starts the registry that the clone is released to. */
  async registry(traveller) {
    const registry = await emptyRegistry();
    traveller.atEnd(() => registry.stop());
    traveller.useRegistry(registry.url);
  },

  /** Runs tests of the clone. */
  test: (traveller, { test: paths }) => type(traveller, `npx vitest run ${paths.join(' ')}`),
};
