/** The result of the mirror test in the report: the operations that are not mirrored, by reason. */

import { grouped } from '../sample/grouped.mjs';

/** @typedef {{ readonly id: string, readonly mirror: import('../checks/mirror/mirror-all.mjs').MirrorResult }} Mirrored */

const places = 5;

/** @param {readonly Mirrored[]} documents @returns {[mirrored: number, operations: number]} */
export function mirroredOf(documents) {
  const sum = (/** @type {'mirrored' | 'operations'} */ figure) =>
    documents.reduce((all, { mirror }) => all + mirror[figure], 0);
  return [sum('mirrored'), sum('operations')];
}

/**
 * The mean percentage of mirrored operations of the documents that were generated: each counts as much as another, however many
 * operations it has, so that none decides a run. Documents that were not generated are failures of their own.
 * @param {readonly (Pick<Mirrored, 'mirror'> & { readonly reached: readonly string[] })[]} documents
 */
export function meanMirrored(documents) {
  const called = documents.filter(({ reached, mirror }) => reached.includes('generated') && mirror.operations > 0);
  const sum = called.reduce((all, { mirror }) => all + (100 * mirror.mirrored) / mirror.operations, 0);
  return called.length === 0 ? 100 : sum / called.length;
}

/** @param {readonly Mirrored[]} documents @returns {string[]} */
export function mirrorSection(documents) {
  const failures = documents.flatMap(({ id, mirror }) => mirror.failures.map((failure) => ({ id, ...failure })));
  const byReason = [...grouped(failures, ({ reason }) => reason)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  const lines = byReason.flatMap(([reason, all]) => [
    `- ${reason}: ${all.length}`,
    ...all.slice(0, places).map(placeLine),
  ]);
  return lines.length === 0
    ? []
    : ['Operations that are not mirrored, by reason, with the first places:', lines.join('\n')];
}

/** @param {{ id: string, operation: string, detail: string }} failure */
function placeLine({ id, operation, detail }) {
  const text = detail.replaceAll(/\s+/g, ' ').replaceAll('`', "'").slice(0, 200);
  return `  - \`${id}\` ${operation}: \`${text}\``;
}
