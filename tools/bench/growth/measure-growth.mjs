/** Measures each job for documents of several sizes and for several versions, in new processes. */
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inFolder } from '@lading/run/commands';
import { keepVersions, readSpec } from 'lading/testing';
import { parse } from 'yaml';
import { median } from 'simple-statistics';
import { run } from '../measure/run.mjs';
import { cacheFolder, lading, publishedDocument, repository } from '../places.mjs';

/**
 * Writes the published document of 1.44 with copies of its paths, schemas and tags: the copy n has `_n` behind each name.
 * @param {string} file @param {number} times how many copies in all @param {{ readonly isLater?: boolean }} [options] isLater: a later
 *   version, in which every tenth schema has a property more
 */
export function writeCopies(file, times, { isLater = false } = {}) {
  const document = parse(readFileSync(publishedDocument('1.44'), 'utf8'));
  const copies = Array.from({ length: times }, (_, index) => (index === 0 ? document : renamed(document, `_${index}`)));
  const merged = (key) => Object.assign({}, ...copies.map((copy) => copy[key]));
  const definitions = merged('definitions');
  if (isLater)
    Object.values(definitions)
      .filter((schema, index) => schema.properties !== undefined && index % 10 === 0)
      .forEach((schema) => (schema.properties = { ...schema.properties, AddedLater: { type: 'string' } }));
  const info = { ...document.info, version: isLater ? '2.0' : '1.0' };
  const tags = copies.flatMap((copy) => copy.tags);
  writeFileSync(file, JSON.stringify({ ...document, info, tags, paths: merged('paths'), definitions }));
}

/** Renames paths, schemas, tags and operations. @param {any} document @param {string} suffix */
function renamed(document, suffix) {
  const names = /(?:"#\/definitions\/|"operationId":"|"tags":\[")[^"]+/g;
  const { tags, paths, definitions } = JSON.parse(JSON.stringify(document).replace(names, `$&${suffix}`));
  const mapped = (object, nameOf) =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [nameOf(name), value]));
  return {
    tags: tags.map((tag) => ({ ...tag, name: `${tag.name}${suffix}` })),
    paths: mapped(paths, (path) => `/copy${suffix}${path}`),
    definitions: mapped(definitions, (name) => `${name}${suffix}`),
  };
}

/** Copies the specification, with the versions that are nearest to its base version. @param {string} folder @param {number} count */
function writeVersions(folder, count) {
  cpSync(join(repository, 'spec'), folder, { recursive: true });
  const { root, overlays } = readSpec(folder);
  const distance = (version) => Math.abs(Number(version.slice(2)) - Number(root.version.slice(2)));
  const nearest = overlays.map(({ version }) => version).sort((a, b) => distance(a) - distance(b));
  keepVersions(folder, (version) => nearest.indexOf(version) < count - 1);
}

/**
 * @typedef {{ readonly job: string, readonly by: 'size' | 'versions', readonly times: number, readonly cpu: number,
 *   readonly peak: number, readonly bytes: number }} Row seconds; bytes
 * @typedef {{ readonly progress: (text: string) => void, readonly chosen: (name: string) => boolean }} Settings
 */

/** How often a document is copied, and how many versions there are. */
const steps = { size: [1, 2, 4, 8, 16], versions: [1, 4, 16, 32] };
/** The processor seconds of a job that is run three times; a longer one varies less, and is run once. */
const short = 10;
/** As the script `build` of a generated workspace. */
const buildFlags = ['--build', '--builders', '1', '--checkers', '1'];

/** @param {Settings} settings @returns {Promise<Row[]>} */
export function measureGrowth({ progress, chosen }) {
  return inFolder((work) =>
    Object.entries(steps).flatMap(([by, counts]) =>
      counts.flatMap((times) => {
        const folder = join(work, `${by}-${times}`);
        mkdirSync(folder);
        const jobs = jobsOf(by === 'size' ? sizedSource(folder, times) : versionedSource(folder, times), folder);
        return Object.entries(jobs)
          .filter(([job]) => chosen(job))
          .map(([job, command]) => {
            progress(`${job}, ${times} × ${by}`);
            return { job, by: /** @type {Row['by']} */ (by), times, ...measured(command) };
          });
      }),
    ),
  );
}

/** A command, what it writes, and what is done before. @typedef {{ args: readonly string[], out?: string, cwd?: string, prepare?: () => void }} Job */

/** @param {Job} job */
function measured({ args, out, cwd, prepare }) {
  prepare?.();
  const once = () => {
    if (out !== undefined) rmSync(out, { recursive: true, force: true });
    rmSync(cacheFolder, { recursive: true, force: true });
    const { status, output, usage } = run({ args, ...(cwd !== undefined && { cwd }) });
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${output.slice(-300)}`);
    return usage;
  };
  const first = once();
  const usages = first.cpu > short ? [first] : [first, once(), once()];
  const [cpu = NaN, peak = NaN] = /** @type {const} */ (['cpu', 'peak']).map((key) =>
    median(usages.map((one) => one[key])),
  );
  return { cpu, peak, bytes: out === undefined ? 0 : bytesBelow(out) };
}

/** A document and its next version. @param {string} folder @param {number} times */
function sizedSource(folder, times) {
  const documents = ['one.json', 'other.json'].map((name) => join(folder, name));
  documents.forEach((path, index) => writeCopies(path, times, { isLater: index === 1 }));
  return { source: documents.flatMap((path) => ['--document', path]), one: ['--document', documents[0]], documents };
}

/** Several versions of the specification. @param {string} folder @param {number} count */
function versionedSource(folder, count) {
  const spec = join(folder, 'spec');
  writeVersions(spec, count);
  return { source: ['--spec', spec], one: ['--spec', spec], documents: [] };
}

/** @returns {Record<string, Job>} */
function jobsOf({ source, one, documents }, folder) {
  const [out, site] = ['out', 'site'].map((name) => join(folder, name));
  const generate = [lading, 'generate', '--quiet', ...source, '--clients', '--servers', '--docs', '--out', out];
  const compiler = join(out, 'node_modules', 'typescript', 'bin', 'tsc');
  return {
    generate: { args: generate, out },
    build: { args: [compiler, ...buildFlags, '--force'], prepare: () => install(out, generate), cwd: out },
    docs: { args: [lading, 'docs', '--quiet', ...one, '--out', site], out: site },
    ...(documents.length > 0 && {
      lint: { args: [lading, 'lint', documents[0]] },
      diff: { args: [lading, 'diff', ...documents] },
      derive: { args: [lading, 'derive', ...documents] },
    }),
  };
}

/** Generates, unless it was generated, and installs what the workspace needs. @param {string} out @param {readonly string[]} args */
function install(out, args) {
  run({ args });
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: out, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm install ended with ${status}: ${stderr.slice(-300)}`);
}

/** @param {string} folder */
function bytesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
