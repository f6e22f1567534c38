/** Measures one to six published versions at once: the cost of each further version, and the number of its changes. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFetched, publishedFolder } from '../../properties/fetch-published.mjs';
import { median } from '../measure/median.mjs';
import { order } from '../measure/rounds.mjs';
import { run } from '../measure/run.mjs';
import { lading, cacheFolder, publishedDocument } from '../places.mjs';
import { typescriptBytes } from '../subjects/output.mjs';

/** The versions from the newest, which is the base, to the oldest; each extends the previous one. */
export const versions = /** @type {const} */ (['1.48', '1.45', '1.44', '1.43', '1.42', '1.41']);

/**
 * @typedef {{ readonly versions: number, readonly added: string, readonly changes: number, readonly cpu: number,
 *   readonly peak: number, readonly bytes: number }} Row the changes of the added version; seconds; megabytes
 * @typedef {{ readonly rounds: number, readonly progress: (text: string) => void }} Settings
 */

/** @param {Settings} settings @returns {Row[]} */
export function measureVersions({ rounds, progress }) {
  const work = mkdtempSync(join(tmpdir(), 'lading-bench-versions-'));
  try {
    // Builds the generator if its sources are newer, so that no measured run builds it.
    run({ args: [lading, '--version'] });
    const counts = versions.map((_, index) => index + 1);
    /** @type {Map<number, { readonly cpu: number, readonly peak: number, readonly output: string }[]>} */
    const runs = new Map(counts.map((count) => [count, []]));
    for (const count of order(counts, rounds)) {
      progress(`${count} of ${versions.length} versions`);
      const out = join(work, String(count));
      for (const folder of [out, cacheFolder]) rmSync(folder, { recursive: true, force: true });
      const documents = versions.slice(0, count).flatMap((version) => ['--document', publishedDocument(version)]);
      const { status, output, usage } = run({ args: [lading, 'generate', ...documents, '--out', out, '--json'] });
      if (status !== 0) throw new Error(`lading generate ended with ${status}: ${output.slice(-300)}`);
      runs.get(count)?.push({ ...usage, output });
    }
    return counts.map((count) => rowOf(count, runs.get(count) ?? [], typescriptBytes(join(work, String(count)))));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * @typedef {{ readonly versions: number, readonly newest: string, readonly oldest: string, readonly cpu: number,
 *   readonly bytes: number, readonly each: { readonly cpu: number, readonly bytes: number } }} AllVersions the cost of every
 *   published version at once, and the part of each version after the newest; seconds
 */

/**
 * Measures all published versions at once, if they were fetched (`node tools/properties/fetch-published.mjs`).
 *
 * @param {Settings} settings @returns {AllVersions | undefined}
 */
export function measureAll({ rounds, progress }) {
  if (!isFetched()) return undefined;
  const minor = (/** @type {string} */ name) => Number(name.split('.')[1]);
  const files = readdirSync(publishedFolder).sort((one, other) => minor(other) - minor(one));
  const work = mkdtempSync(join(tmpdir(), 'lading-bench-all-'));
  try {
    const [one, all] = [files.slice(0, 1), files].map((some) => {
      const out = join(work, String(some.length));
      const documents = some.flatMap((file) => ['--document', join(publishedFolder, file)]);
      const cpu = Array.from({ length: rounds }, () => {
        progress(`${some.length} of ${files.length} versions`);
        for (const folder of [out, cacheFolder]) rmSync(folder, { recursive: true, force: true });
        const { status, output, usage } = run({ args: [lading, 'generate', ...documents, '--out', out, '--quiet'] });
        if (status !== 0) throw new Error(`lading generate ended with ${status}: ${output.slice(-300)}`);
        return usage.cpu;
      });
      return { cpu: median(cpu), bytes: typescriptBytes(out) };
    });
    if (one === undefined || all === undefined) return undefined;
    const named = (/** @type {string | undefined} */ name) => name?.replace(/^v|\.yaml$/g, '') ?? '';
    const each = (/** @type {'cpu' | 'bytes'} */ of) => (all[of] - one[of]) / (files.length - 1);
    return {
      versions: files.length,
      newest: named(files[0]),
      oldest: named(files.at(-1)),
      ...all,
      each: { cpu: each('cpu'), bytes: each('bytes') },
    };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * @param {number} count
 * @param {readonly { readonly cpu: number, readonly peak: number, readonly output: string }[]} runs
 * @param {number} bytes
 * @returns {Row}
 */
function rowOf(count, runs, bytes) {
  const added = versions[count - 1] ?? '';
  // Messages of a build of the generator precede the summary.
  /** @type {{ versions: readonly { version: string, changes: number }[] }} */
  const summary = JSON.parse(/^\{[^]*^\}/m.exec(runs[0]?.output ?? '')?.[0] ?? '');
  return {
    versions: count,
    added,
    changes: summary.versions.find(({ version }) => version === added)?.changes ?? 0,
    cpu: median(runs.map(({ cpu }) => cpu)),
    peak: median(runs.map(({ peak }) => peak)) / 1e6,
    bytes,
  };
}
