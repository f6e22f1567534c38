// Measures how many faults in the reference engine its tests notice: in all of it, in folders and files of it, or in a sample.
import { positionals, values } from './options.mjs';
import { isNoticed, mergedMutants, readResults, writeResults } from './results.mjs';
import { batchesOf, selectedParts } from './source-parts.mjs';
import { installStryker, runStryker } from './stryker.mjs';

const results = readResults();
const parts = selectedParts(positionals, { oneOf: Number(values.sample), seed: values.seed });
const resultOf = ({ range, hash }) => (results[range]?.hash === hash ? results[range] : undefined);
const missedIn = (part) => (resultOf(part)?.mutants ?? []).filter((mutant) => !isNoticed(mutant));
const percent = ({ noticed, mutants }) => `${((100 * noticed) / Math.max(1, mutants)).toFixed(1)} %`;

/** Measures parts, or the mutants of them that no test noticed before. */
function measure(batch) {
  const rangesOfMissed = (part) =>
    missedIn(part).map(
      ({ start, end }) => `${part.path}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`,
    );
  const ranges = values.survivors ? batch.flatMap(rangesOfMissed) : batch.map(({ range }) => range);
  const measured = runStryker(batch[0].isOfSwarm ? ['test/swarm/**/*.test.ts'] : [], ranges);
  for (const part of batch) {
    const { path, range, hash } = part;
    const date = new Date().toISOString().slice(0, 10);
    const mutants = mergedMutants(
      resultOf(part)?.mutants ?? [],
      measured[path]?.filter((mutant) => isIn(range, mutant)) ?? [],
    );
    results[range] = { hash, date, mutants };
  }
  writeResults(results);
}

function isIn(range, { start, end }) {
  const [, first, last] = /:(\d+)-(\d+)$/.exec(range) ?? [range, '1', 'Infinity'];
  return start.line >= Number(first) && end.line <= Number(last);
}

/** Prints a table of folders, and which faults no test noticed. */
function report() {
  const measured = parts.filter((part) => resultOf(part) !== undefined);
  const total = { mutants: 0, noticed: 0 };
  const folders = new Map();
  for (const part of measured) {
    const { mutants } = resultOf(part);
    const missed = missedIn(part);
    const folder = folders.get(part.folder) ?? { mutants: 0, noticed: 0 };
    folders.set(part.folder, folder);
    for (const sum of [folder, total]) {
      sum.mutants += mutants.length;
      sum.noticed += mutants.length - missed.length;
    }
    if (!values.missed || mutants.length === 0) continue;
    console.log(`${part.range}: ${mutants.length - missed.length} of ${mutants.length}`);
    for (const { start, status, replacement } of missed)
      console.log(`  ${start.line}:${start.column} ${status}: ${replacement.slice(0, 100)}`);
  }
  console.log('| Folder | Mutants | Noticed | Missed | Score |');
  for (const [name, sum] of folders)
    console.log(`| ${name} | ${sum.mutants} | ${sum.noticed} | ${sum.mutants - sum.noticed} | ${percent(sum)} |`);
  console.log(`| all | ${total.mutants} | ${total.noticed} | ${total.mutants - total.noticed} | ${percent(total)} |`);
  console.log(`measured: ${measured.length} of ${parts.length} parts`);
}

if (!values.report) {
  installStryker();
  const pending = parts.filter((part) => (values.survivors ? missedIn(part).length > 0 : resultOf(part) === undefined));
  const batches = batchesOf(pending);
  for (const [index, batch] of batches.entries()) {
    const names = batch.map(({ range }) => range.replace('src/', '')).join(' ');
    console.error(`${new Date().toISOString()} ${index + 1} of ${batches.length}: ${names}`);
    measure(batch);
  }
}
report();
