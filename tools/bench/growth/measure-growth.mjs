/** Measures each job for documents of several sizes and for several versions, in new processes. */
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inFolder } from '@lading/run/commands';
import { keepVersions, readSpec } from 'lading/testing';
import { parse } from 'yaml';
import { median } from '../measure/rounds.mjs';
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
  const copy = JSON.parse(JSON.stringify(document), (key, value) => {
    if (key === '$ref' && typeof value === 'string') return value.replace(/^#\/definitions\/.*/, `$&${suffix}`);
    if (key === 'operationId' && typeof value === 'string') return `${value}${suffix}`;
    if (key !== 'tags' || !Array.isArray(value)) return value;
    return value.map((tag) => (typeof tag === 'string' ? `${tag}${suffix}` : { ...tag, name: `${tag.name}${suffix}` }));
  });
  const mapped = (object, nameOf) =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [nameOf(name), value]));
  return {
    tags: copy.tags,
    paths: mapped(copy.paths, (path) => `/copy${suffix}${path}`),
    definitions: mapped(copy.definitions, (name) => `${name}${suffix}`),
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

/**
 * A command, and what it writes.
 * @typedef {{ readonly name: string, readonly args: readonly string[], readonly out?: string, readonly cwd?: string,
 *   readonly prepare?: () => void }} Job
 */

const sizes = [1, 2, 4, 8, 16];
const versions = [1, 4, 16, 32];
/** The processor seconds of a job that is run three times; a longer one varies less, and is run once. */
const short = 10;
const kinds = ['--clients', '--servers', '--docs'];
/** As the script `build` of a generated workspace. */
const buildFlags = ['--build', '--builders', '1', '--checkers', '1'];

/** @param {Settings} settings @returns {Promise<Row[]>} */
export function measureGrowth({ progress, chosen }) {
  return inFolder((work) => [
    ...sizes.flatMap((times) => measured('size', times, ofSize(join(work, `size-${times}`), times))),
    ...versions.flatMap((times) => measured('versions', times, ofVersions(join(work, `versions-${times}`), times))),
  ]);

  /** @param {Row['by']} by @param {number} times @param {readonly Job[]} jobs @returns {Row[]} */
  function measured(by, times, jobs) {
    return jobs
      .filter(({ name }) => chosen(name))
      .map(({ name, args, prepare, out, cwd }) => {
        progress(`${name}, ${times} × ${by}`);
        prepare?.();
        const once = () => {
          if (out !== undefined) rmSync(out, { recursive: true, force: true });
          rmSync(cacheFolder, { recursive: true, force: true });
          const { status, output, usage } = run({ args, ...(cwd !== undefined && { cwd }) });
          if (status !== 0) throw new Error(`${name} ended with ${status}: ${output.slice(-300)}`);
          return usage;
        };
        const first = once();
        const usages = first.cpu > short ? [first] : [first, once(), once()];
        const [cpu, peak] = /** @type {const} */ (['cpu', 'peak']).map((key) => median(usages.map((one) => one[key])));
        return { job: name, by, times, cpu, peak, bytes: out === undefined ? 0 : bytesBelow(out) };
      });
  }
}

/** The jobs of a document and its next version. @param {string} folder @param {number} times @returns {readonly Job[]} */
function ofSize(folder, times) {
  const [one, other, out] = [join(folder, 'one.json'), join(folder, 'other.json'), join(folder, 'out')];
  mkdirSync(folder);
  writeCopies(one, times);
  writeCopies(other, times, { isLater: true });
  const documents = ['--document', one, '--document', other];
  return [
    ...generateAndBuild([lading, 'generate', '--quiet', ...documents, ...kinds, '--out', out], out),
    docs(['--document', one], folder),
    { name: 'lint', args: [lading, 'lint', one] },
    { name: 'diff', args: [lading, 'diff', one, other] },
    { name: 'derive', args: [lading, 'derive', one, other] },
  ];
}

/** The jobs of several versions of the specification. @param {string} folder @param {number} count @returns {readonly Job[]} */
function ofVersions(folder, count) {
  const [spec, out] = [join(folder, 'spec'), join(folder, 'out')];
  mkdirSync(folder);
  writeVersions(spec, count);
  return [
    ...generateAndBuild([lading, 'generate', '--quiet', '--spec', spec, ...kinds, '--out', out], out),
    docs(['--spec', spec], folder),
  ];
}

/** @param {readonly string[]} args @param {string} out @returns {readonly Job[]} */
function generateAndBuild(args, out) {
  const compiler = join(out, 'node_modules', 'typescript', 'bin', 'tsc');
  return [
    { name: 'generate', args, out },
    { name: 'build', args: [compiler, ...buildFlags, '--force'], prepare: () => install(out, args), cwd: out },
  ];
}

/** @param {readonly string[]} source @param {string} folder */
function docs(source, folder) {
  const out = join(folder, 'site');
  return { name: 'docs', args: [lading, 'docs', '--quiet', ...source, '--out', out], out };
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
