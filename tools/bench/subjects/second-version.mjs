/** What a second version adds: for ours the package that extends the first, for the others the whole thing again. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../measure/run.mjs';
import { peersOn } from './generators.mjs';
import { typescriptBytes } from './output.mjs';

const bar = 50;

/**
 * Ours, read from what the measured runs left.
 * @param {string} tool
 * @param {string} out
 * @param {boolean} judged
 * @returns {import('../report/markdown.mjs').SecondVersionRow[]}
 */
export function oursBeside(tool, out, judged) {
  const [first, second] = ['v1.44', 'v1.41'].map((version) => typescriptBytes(join(out, version)));
  if (!first || !second) return [];
  return [{ tool, first, second, bar: judged ? bar : undefined }];
}

/**
 * The peers', who know no second version: its bytes beside the first's.
 * @param {readonly import('../report/markdown.mjs').GeneratorRow[]} rows of the first version
 * @param {{ readonly work: string, readonly converted: string }} options the older document as OpenAPI 3.0
 * @returns {import('../report/markdown.mjs').SecondVersionRow[]}
 */
export function peersBeside(rows, { work, converted }) {
  return peersOn('1.41', converted).flatMap((subject) => {
    const first = rows.find(({ id }) => id === subject.id.replace('1.41', '1.44'))?.bytes ?? 0;
    if (first === 0) return [];
    const out = join(work, subject.id);
    mkdirSync(out, { recursive: true });
    const { status, output } = run(subject.command(out));
    const failed = status === 0 ? {} : { failed: `ended with ${status}: ${output.trim().slice(-300)}` };
    return [{ tool: subject.tool, first, second: typescriptBytes(out), bar: undefined, ...failed }];
  });
}
