/** Formats the result of generators as Markdown: the generators, the second version, the sample program. */
import { markdownTable, right } from '@lading/run/markdown-table';
import { megabytes, percent, seconds, whole, withTarget } from './figures.mjs';

/**
 * @typedef {Pick<import('../subjects/generators.mjs').Subject, 'id' | 'tool' | 'task' | 'side' | 'targets'> & {
 *   readonly cpu: number, readonly elapsed: number, readonly peak: number, readonly bytes: number,
 *   readonly runs: readonly import('../measure/run.mjs').Usage[], readonly failed?: string }} GeneratorRow seconds, megabytes
 * @typedef {{ readonly tool: string, readonly first: number, readonly second: number, readonly target: number | undefined,
 *   readonly failed?: string }} SecondVersionRow bytes; per cent
 * @typedef {import('../sample/compile.mjs').Compilation & Pick<import('../sample/samples.mjs').Sample, 'id' | 'title' | 'side' | 'targets'>
 *   & { readonly failed?: string }} SampleRow
 * @typedef {{ readonly skipped: readonly string[], readonly generators: readonly GeneratorRow[],
 *   readonly secondVersion: readonly SecondVersionRow[], readonly samples: readonly SampleRow[] }} Result
 */

/** @param {Result} result */
export function resultMarkdown({ skipped, generators, secondVersion, samples }) {
  const failed = [
    ...generators.map(({ tool, task, failed: reason }) => ({ name: `${tool}, ${task}`, reason })),
    ...secondVersion.map(({ tool, failed: reason }) => ({ name: tool, reason })),
    ...samples.map(({ title, failed: reason }) => ({ name: title, reason })),
  ].filter(({ reason }) => reason !== undefined);
  return [
    ...skipped.map((what) => `**Skipped:** ${what}`),
    '### Generators',
    table(
      ['Tool', 'Output', ...right('CPU s', 'Elapsed s', 'Peak MB', 'Output bytes')],
      generators.map(({ tool, task, cpu, elapsed, peak, bytes, targets, failed: reason }) => ({
        first: [tool, task],
        reason,
        figures: [
          withTarget(cpu, targets?.cpu, seconds),
          seconds(elapsed),
          withTarget(peak, targets?.peak, megabytes),
          bytes === 0 ? '' : whole(bytes),
        ],
      })),
    ),
    ...ratios(generators),
    '### The second version',
    table(
      ['Tool', ...right('v1.44, bytes', 'v1.41 in addition, bytes', 'Extra')],
      secondVersion.map(({ tool, first, second, target, failed: reason }) => ({
        first: [tool],
        reason,
        figures: [whole(first), whole(second), withTarget((100 * second) / first, target, percent)],
      })),
    ),
    '### The sample program',
    table(
      ['Types', ...right('Errors in the program', 'Errors in the generated code', 'Check s', 'Instantiations')],
      samples.map(
        ({ title, errorsInProgram, errorsElsewhere, checkSeconds, instantiations, targets, failed: reason }) => ({
          first: [title],
          reason,
          figures: [
            withTarget(errorsInProgram, targets?.errors, whole),
            withTarget(errorsElsewhere, targets?.errors, whole),
            seconds(checkSeconds),
            withTarget(instantiations, targets?.instantiations, whole),
          ],
        }),
      ),
    ),
    ...(failed.length === 0 ? [] : ['### Failed', failed.map(({ name, reason }) => `- ${name}: ${reason}`).join('\n')]),
  ].join('\n\n');
}

/**
 * A table whose rows say so if they failed.
 * @param {Parameters<typeof markdownTable>[0]} columns
 * @param {readonly { readonly first: readonly string[], readonly figures: readonly string[], readonly reason: string | undefined }[]} rows
 */
function table(columns, rows) {
  return markdownTable(
    columns,
    rows.map(({ first, figures, reason }) => [
      ...first,
      ...(reason === undefined ? figures : figures.map((_, index) => (index === 0 ? 'failed' : ''))),
    ]),
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
  const [validators, peerZod] = [cpuOf('one-zod'), cpuOf('hey-api-zod-1.44')];
  const figures = [
    ...(cold === undefined || again === undefined || peer === undefined
      ? []
      : [
          `for the types of one version: both versions of \`spec/\`, named types: ${withTarget(cold / peer, 1.25, seconds)}; the same if nothing changed: ${withTarget(again / peer, 0.3, seconds)}`,
        ]),
    ...(validators === undefined || peerZod === undefined
      ? []
      : [`for types, client and validators of 1.44: ${withTarget(validators / peerZod, 0.8, seconds)}`]),
  ];
  return figures.length === 0 ? [] : [`CPU time relative to \`@hey-api/openapi-ts\` ${figures.join('; ')}.`];
}
