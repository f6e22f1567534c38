// Measures how many faults in the reference engine its tests notice: in all of it, in folders and files of it, or in a sample.
import { group } from '@lading/run/installs';
import { isDrawn, keyOf } from './drawn-mutants.mjs';
import { positionals, values } from './options.mjs';
import { isNoticed, mergedMutants, readResults, writeResults } from './results.mjs';
import { runMutants } from './run-mutants.mjs';
import { selectedFiles } from './source-files.mjs';

const results = readResults();
const files = selectedFiles(positionals);
const sample = { oneOf: Number(values.sample), seed: values.seed };
const storedOf = ({ path, hash }) => (results[path]?.hash === hash ? results[path] : undefined);
const percent = ({ noticed, mutants }) => `${((100 * noticed) / Math.max(1, mutants)).toFixed(1)} %`;

/** @returns whether the sample has been measured of a file, alone or in a larger one */
function isMeasured(file) {
  const { drawn } = storedOf(file) ?? { drawn: { oneOf: Infinity } };
  return drawn === undefined || drawn.oneOf === 1 || (drawn.oneOf <= sample.oneOf && drawn.seed === sample.seed);
}

const mutantsOf = (file) => storedOf(file)?.mutants.filter((mutant) => isDrawn(keyOf(file.path, mutant), sample)) ?? [];
const missedIn = (file) => mutantsOf(file).filter((mutant) => !isNoticed(mutant));
const keysOf = (mutants) => (file) => mutants(file).map((mutant) => keyOf(file.path, mutant));

/** Measures files, or the mutants of them that no test noticed before. */
async function measure(batch) {
  const storedMutants = (file) => storedOf(file)?.mutants ?? [];
  const selection = values.survivors
    ? { ...sample, only: batch.flatMap(keysOf(missedIn)), except: [] }
    : { ...sample, except: batch.flatMap(keysOf(storedMutants)) };
  const paths = batch.map(({ path }) => path);
  const measured = await runMutants(paths, selection);
  const date = new Date().toISOString().slice(0, 10);
  for (const file of batch) {
    const drawn = values.survivors ? storedOf(file)?.drawn : sample;
    const mutants = mergedMutants(storedMutants(file), measured[file.path] ?? []);
    results[file.path] = { hash: file.hash, date, ...(drawn !== undefined && { drawn }), mutants };
  }
  writeResults(results);
}

/** Prints a table of folders, and which faults no test noticed. */
function report() {
  const measured = files.filter(isMeasured);
  const total = { mutants: 0, noticed: 0 };
  const folders = new Map();
  for (const file of measured) {
    const mutants = mutantsOf(file);
    const missed = missedIn(file);
    const folder = folders.get(file.folder) ?? { mutants: 0, noticed: 0 };
    folders.set(file.folder, folder);
    for (const sum of [folder, total]) {
      sum.mutants += mutants.length;
      sum.noticed += mutants.length - missed.length;
    }
    if (!values.missed || mutants.length === 0) continue;
    console.log(`${file.path}: ${mutants.length - missed.length} of ${mutants.length}`);
    for (const { start, status, replacement } of missed)
      console.log(`  ${start.line}:${start.column} ${status}: ${replacement.slice(0, 100)}`);
  }
  console.log('| Folder | Mutants | Noticed | Missed | Score |');
  for (const [name, sum] of folders)
    console.log(`| ${name} | ${sum.mutants} | ${sum.noticed} | ${sum.mutants - sum.noticed} | ${percent(sum)} |`);
  console.log(`| all | ${total.mutants} | ${total.noticed} | ${total.mutants - total.noticed} | ${percent(total)} |`);
  console.log(`measured: ${measured.length} of ${files.length} files`);
}

if (!values.report) {
  group('mutation').install();
  const pending = files.filter((file) => (values.survivors ? missedIn(file).length > 0 : !isMeasured(file)));
  if (pending.length > 0) await measure(pending);
}
report();
