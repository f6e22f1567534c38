/** Measures each job for documents of several sizes and for several versions, in new processes. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../measure/median.mjs';
import { run } from '../measure/run.mjs';
import { cacheFolder, lading, publishedDocument, repository } from '../places.mjs';
import { parse } from 'yaml';

/** @typedef {{ [key: string]: unknown }} JsonObject */

/**
 * Writes the published document of 1.44 with copies of its paths, schemas and tags: the copy n has `_n` behind each name.
 * @param {string} file @param {number} times how many copies in all @param {{ readonly isLater?: boolean }} [options] isLater: a later
 *   version, in which every tenth schema has a property more
 */
export function writeCopies(file, times, { isLater = false } = {}) {
  const document = /** @type {JsonObject} */ (parse(readFileSync(publishedDocument('1.44'), 'utf8')));
  const copies = Array.from({ length: times }, (_, index) => (index === 0 ? document : renamed(document, `_${index}`)));
  const merged = (/** @type {string} */ key) => Object.assign({}, ...copies.map((copy) => copy[key]));
  const definitions = /** @type {Record<string, JsonObject>} */ (merged('definitions'));
  if (isLater)
    Object.values(definitions)
      .filter((schema, index) => schema['properties'] !== undefined && index % 10 === 0)
      .forEach((schema) => (schema['properties'] = { ...properties(schema), AddedLater: { type: 'string' } }));
  const info = { ...properties(document, 'info'), version: isLater ? '2.0' : '1.0' };
  const tags = copies.flatMap((copy) => /** @type {unknown[]} */ (copy['tags']));
  writeFileSync(file, JSON.stringify({ ...document, info, tags, paths: merged('paths'), definitions }));
}

/** @param {JsonObject} object @returns {JsonObject} */
const properties = (object, key = 'properties') => /** @type {JsonObject} */ (object[key] ?? {});

/** Renames paths, schemas, tags and operations. @param {JsonObject} document @param {string} suffix @returns {JsonObject} */
function renamed(document, suffix) {
  const withSuffix = (/** @type {JsonObject} */ object) =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [`${name}${suffix}`, value]));
  const copy = /** @type {JsonObject} */ (
    JSON.parse(JSON.stringify(document), (key, value) => {
      if (key === '$ref' && typeof value === 'string') return value.replace(/^#\/definitions\/.*/, `$&${suffix}`);
      return key === 'operationId' && typeof value === 'string' ? `${value}${suffix}` : value;
    })
  );
  const tags = /** @type {JsonObject[]} */ (copy['tags']).map((tag) => ({ ...tag, name: `${tag['name']}${suffix}` }));
  const operations = Object.values(properties(copy, 'paths')).flatMap((item) => Object.values(item ?? {}));
  for (const operation of operations)
    if (Array.isArray(operation?.tags))
      operation.tags = operation.tags.map((/** @type {string} */ tag) => `${tag}${suffix}`);
  const paths = Object.entries(properties(copy, 'paths')).map(([path, item]) => [`/copy${suffix}${path}`, item]);
  return { tags, paths: Object.fromEntries(paths), definitions: withSuffix(properties(copy, 'definitions')) };
}

/** Copies the specification, with the versions that are nearest to its root. @param {string} folder @param {number} count */
function writeVersions(folder, count) {
  cpSync(join(repository, 'spec'), folder, { recursive: true });
  const list = join(folder, 'versions.yaml');
  const text = readFileSync(list, 'utf8');
  const minor = (/** @type {string} */ line) => Number(/v\d+\.(\d+)/.exec(line)?.[1]);
  const root = minor(/^root: .*/m.exec(text)?.[0] ?? '');
  const overlays = text.match(/^ *- overlays\/.*\n/gm) ?? [];
  const distance = (/** @type {string} */ line) => Math.abs(minor(line) - root);
  const chosen = new Set([...overlays].sort((a, b) => distance(a) - distance(b)).slice(0, count - 1));
  writeFileSync(
    list,
    text.replace(/^ *- overlays\/.*\n/gm, (line) => (chosen.has(line) ? line : '')),
  );
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

/** @param {Settings} settings @returns {Row[]} */
export function measureGrowth({ progress, chosen }) {
  const work = mkdtempSync(join(tmpdir(), 'lading-bench-growth-'));
  /** @type {Row[]} */
  const rows = [];
  try {
    for (const times of sizes) measure('size', times, ofSize(join(work, `size-${times}`), times));
    for (const times of versions) measure('versions', times, ofVersions(join(work, `versions-${times}`), times));
    return rows;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }

  /** @param {Row['by']} by @param {number} times @param {readonly Job[]} jobs */
  function measure(by, times, jobs) {
    for (const { name, args, prepare, out, cwd } of jobs) {
      if (!chosen(name)) continue;
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
      const of = (/** @type {'cpu' | 'peak'} */ key) => median(usages.map((usage) => usage[key]));
      const bytes = out === undefined ? 0 : bytesBelow(out);
      rows.push({ job: name, by, times, cpu: of('cpu'), peak: of('peak'), bytes });
    }
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
    { name: 'build', args: [compiler, '--build', '--force'], prepare: () => install(out, args), cwd: out },
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
