/** Formats the result of a run as Markdown: machine, generators, second version, sample program. */
import { withTarget, megabytes, percent, seconds, whole } from './format-figures.mjs';
import { markdownTable } from '@lading/run/markdown-table';

/**
 * @typedef {object} GeneratorRow
 * @property {string} id
 * @property {string} tool
 * @property {string} task
 * @property {'ours' | 'peer'} side
 * @property {number} cpu
 * @property {number} elapsed seconds
 * @property {number} peak megabytes
 * @property {number} bytes
 * @property {{ readonly cpu?: number, readonly peak?: number } | undefined} targets
 * @property {readonly import('../measure/run.mjs').Usage[]} runs
 * @property {string} [failed]
 *
 * @typedef {object} SecondVersionRow
 * @property {string} tool
 * @property {number} first bytes
 * @property {number} second bytes
 * @property {number | undefined} target per cent
 * @property {string} [failed]
 *
 * @typedef {import('../sample/compile.mjs').Compilation & {
 *   readonly id: string, readonly title: string, readonly side: 'ours' | 'peer',
 *   readonly targets: { readonly instantiations: number, readonly errors: number } | undefined,
 *   readonly failed?: string }} SampleRow
 *
 * @typedef {object} Result
 * @property {{ readonly date: string, readonly cores: number, readonly processor: string, readonly load: number,
 *   readonly node: string, readonly method: string, readonly rounds: number }} machine
 * @property {readonly (readonly [string, string])[]} peers name and version
 * @property {readonly string[]} skipped
 * @property {readonly GeneratorRow[]} generators
 * @property {readonly SecondVersionRow[]} secondVersion
 * @property {readonly SampleRow[]} samples
 */

const right = /** @type {const} */ ('right');

/** @param {Result} result */
export function markdown(result) {
  return [
    machine(result),
    ...result.skipped.map((what) => `**Skipped:** ${what}`),
    '### Generators',
    generators(result.generators),
    ...ratios(result.generators),
    '### The second version',
    secondVersion(result.secondVersion),
    '### The sample program',
    samples(result.samples),
    ...failures(result),
  ].join('\n\n');
}

/** @param {Result} result */
function machine({ machine: { date, cores, processor, load, node, method, rounds }, peers }) {
  const versions = peers.map(([name, version]) => `${name} ${version}`).join(', ');
  return [
    `${date}. ${cores} cores (${processor}), load ${load.toFixed(1)} at the start, Node ${node}; median of ${rounds} rounds; measured by ${method}.`,
    `Peers: ${versions}.`,
  ].join('\n');
}

/** @param {readonly GeneratorRow[]} rows */
function generators(rows) {
  return markdownTable(
    [
      { title: 'Tool' },
      { title: 'Output' },
      { title: 'CPU s', align: right },
      { title: 'Elapsed s', align: right },
      { title: 'Peak MB', align: right },
      { title: 'Output bytes', align: right },
    ],
    rows.map(({ tool, task, cpu, elapsed, peak, bytes, targets, failed }) =>
      failed !== undefined
        ? [tool, task, 'failed', '', '', '']
        : [
            tool,
            task,
            withTarget(cpu, targets?.cpu, seconds),
            seconds(elapsed),
            withTarget(peak, targets?.peak, megabytes),
            bytes === 0 ? '' : whole(bytes),
          ],
    ),
  );
}

/**
 * The processor time of Lading divided by that of the peer that generates the types of one version, in the same run.
 * @param {readonly GeneratorRow[]} rows
 */
function ratios(rows) {
  /** @param {string} id */
  const cpuOf = (id) => rows.find((row) => row.id === id && row.failed === undefined)?.cpu;
  const [cold, again, peer] = [cpuOf('spec'), cpuOf('spec-again'), cpuOf('hey-api-1.44')];
  if (cold === undefined || again === undefined || peer === undefined) return [];
  const shown = [withTarget(cold / peer, 1.25, seconds), withTarget(again / peer, 0.3, seconds)];
  return [
    `CPU time relative to \`@hey-api/openapi-ts\` for the types of one version: both versions of \`spec/\`, named types: ${shown[0]}; the same if nothing changed: ${shown[1]}.`,
  ];
}

/** @param {readonly SecondVersionRow[]} rows */
function secondVersion(rows) {
  return markdownTable(
    [
      { title: 'Tool' },
      { title: 'v1.44, bytes', align: right },
      { title: 'v1.41 in addition, bytes', align: right },
      { title: 'Extra', align: right },
    ],
    rows.map(({ tool, first, second, target, failed }) =>
      failed !== undefined
        ? [tool, 'failed', '', '']
        : [tool, whole(first), whole(second), withTarget((100 * second) / first, target, percent)],
    ),
  );
}

/** @param {readonly SampleRow[]} rows */
function samples(rows) {
  return markdownTable(
    [
      { title: 'Types' },
      { title: 'Errors in the program', align: right },
      { title: 'Errors in the generated code', align: right },
      { title: 'Check s', align: right },
      { title: 'Instantiations', align: right },
    ],
    rows.map(({ title, errorsInProgram, errorsElsewhere, checkSeconds, instantiations, targets, failed }) =>
      failed !== undefined
        ? [title, 'failed', '', '', '']
        : [
            title,
            withTarget(errorsInProgram, targets?.errors, whole),
            withTarget(errorsElsewhere, targets?.errors, whole),
            seconds(checkSeconds),
            withTarget(instantiations, targets?.instantiations, whole),
          ],
    ),
  );
}

/** @param {Result} result */
function failures({ generators: generatorRows, secondVersion: second, samples: compiled }) {
  const rows = [
    ...generatorRows.map(({ tool, task, failed }) => ({ name: `${tool}, ${task}`, failed })),
    ...second.map(({ tool, failed }) => ({ name: tool, failed })),
    ...compiled.map(({ title, failed }) => ({ name: title, failed })),
  ].filter(({ failed }) => failed !== undefined);
  return rows.length === 0 ? [] : ['### Failed', rows.map(({ name, failed }) => `- ${name}: ${failed}`).join('\n')];
}
