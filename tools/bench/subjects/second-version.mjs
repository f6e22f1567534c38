/** Measures the output of a second version: for Lading the package that extends the first, for the peers the whole output. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../measure/run.mjs';
import { peersOn } from './generators.mjs';
import { typescriptBytes } from './output.mjs';

const target = 50;

/**
 * The row of Lading, read from the output of the measured runs.
 * @param {string} tool
 * @param {string} out
 * @param {boolean} hasTarget
 * @returns {import('../report/result-markdown.mjs').SecondVersionRow[]}
 */
export function oursBeside(tool, out, hasTarget) {
  const [first, second] = ['v1.44', 'v1.41'].map((version) => typescriptBytes(join(out, version)));
  if (!first || !second) return [];
  return [{ tool, first, second, target: hasTarget ? target : undefined }];
}

/**
 * The rows of the peers, which do not support a second version: the separate output for the older document.
 * @param {readonly import('../report/result-markdown.mjs').GeneratorRow[]} rows the rows of the first version
 * @param {{ readonly work: string, readonly converted: string }} options the older document as OpenAPI 3.0
 * @returns {import('../report/result-markdown.mjs').SecondVersionRow[]}
 */
export function peersBeside(rows, { work, converted }) {
  return peersOn('1.41', converted).flatMap((subject) => {
    const first = rows.find(({ id }) => id === subject.id.replace('1.41', '1.44'))?.bytes ?? 0;
    if (first === 0) return [];
    const out = join(work, subject.id);
    mkdirSync(out, { recursive: true });
    const { status, output } = run(subject.command(out));
    const failed = status === 0 ? {} : { failed: `ended with ${status}: ${output.trim().slice(-300)}` };
    return [{ tool: subject.tool, first, second: typescriptBytes(out), target: undefined, ...failed }];
  });
}
