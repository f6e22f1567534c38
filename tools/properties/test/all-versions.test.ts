/** Adds every published version to a copy of the repository: released packages do not change, and everything compiles. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import {
  applyOverlay,
  compareVersions,
  copyWorkspace,
  derive,
  equal,
  main,
  parseOverlay,
  printOverlay,
  readDocument,
  type Json,
} from 'lading/testing';
import { everyPublished, testedVersions } from '../every-published.js';
import { folderContents } from '../folder-contents.js';
import { repository } from '../paths.js';

const copy = mkdtempSync(join(tmpdir(), 'lading-versions-'));
afterAll(() => rmSync(copy, { recursive: true }), 120_000);

/** Those with committed packages. */
const releasedVersions = readdirSync(join(repository, 'packages'))
  .filter((name) => /^v\d/.test(name))
  .map((name) => name.slice(1));
const others = [...everyPublished.keys()].filter((version) => !releasedVersions.includes(version));
const sampled = inject('isExhaustiveRun') ? others.length : Math.min(5, others.length);
const [drawn = []] = fc.sample(fc.subarray(others, { minLength: sampled, maxLength: sampled }), 1);
const all = [...everyPublished.keys()].filter((version) => !others.includes(version) || drawn.includes(version));
/** Versions of the specification, with or without packages, are not added once more. */
const { overlays } = parse(readFileSync(join(repository, 'spec/versions.yaml'), 'utf8')) as {
  readonly overlays: string[];
};
const specified = overlays.map((path) => /v([\d.]+)\.yaml$/.exec(path)?.[1]);
const addable = drawn.filter((version) => !specified.includes(version));
const newer = addable.filter((version) => compareVersions(version, '1.44') > 0).reverse();
const older = addable.filter((version) => compareVersions(version, '1.44') < 0);
const added = [...newer, ...older];

interface BumpReport {
  readonly extends: string;
  readonly questions: readonly {
    readonly kind: string;
    readonly place: string;
    readonly question: string;
    readonly operations: readonly string[];
    readonly at?: { readonly query?: string };
  }[];
}

function lading(...args: readonly string[]): string {
  const program = join(copy, 'generators/cli/lading.mjs');
  const options = { cwd: copy, encoding: 'utf8', maxBuffer: 1 << 27 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
  if (status === 0 || status === 3) return stdout;
  throw new Error(stderr);
}

/** Runs a command in this process, which takes half as long; it does not write the files that people continue with. */
async function ladingHere(...args: readonly string[]): Promise<string> {
  const output: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => output.push(String(text)) > 0);
  try {
    await main([...args, '--spec', join(copy, 'spec')]);
  } finally {
    vi.restoreAllMocks();
  }
  return output.join('');
}

/** The version that a version extends: the next newer existing one, or the newest. */
function baseOf(version: string): string {
  const existing = [...releasedVersions, ...added.slice(0, added.indexOf(version))].sort(compareVersions);
  return existing.find((other) => compareVersions(other, version) > 0) ?? existing.at(-1) ?? '';
}

async function bump(version: string): Promise<string> {
  const [next = '', previous = ''] = [version, baseOf(version)].map((one) => everyPublished.get(one));
  const args = ['bump', next, '--previous', previous, '--json'];
  const report = JSON.parse(version === added[0] ? lading(...args) : await ladingHere(...args)) as BumpReport;
  decide(join(copy, `spec/overlays/v${version}.yaml`), report);
  return report.extends;
}

/** Decides the questions of a bump instead of a person: drops what only one version supports, and fills in null. */
function decide(file: string, { questions }: BumpReport): void {
  const overlay = parse(readFileSync(file, 'utf8')) as { readonly actions: { [key: string]: unknown }[] };
  const rules = questions
    .filter(({ kind }) => kind === 'rule')
    .map(({ place, question, operations, at }) => {
      const direction = place.slice(0, place.indexOf(','));
      const isDropped = direction.startsWith('request.') && !question.includes('the other version always has it');
      const rule = isDropped ? { rule: 'drop' } : { rule: 'default', value: at?.query === undefined ? null : 'any' };
      return { direction, ...rule, at: { operations, ...at }, description: 'Decided by a test.' };
    });
  Object.assign(overlay.actions.at(-1) ?? {}, rules.length > 0 && { 'x-lading-conversion-rules': rules });
  writeFileSync(file, stringify(overlay));
}

/** The files of the packages of the released versions. */
function released(): readonly string[] {
  return releasedVersions.flatMap((version) => folderContents(join(copy, 'packages', `v${version}`)));
}

/** Runs the compiler; returns its output, which is empty without errors. */
function compile(...args: readonly string[]): string {
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, ...args], { cwd: copy, encoding: 'utf8' });
  return status === 0 ? stdout : `${stdout}${stderr}The compiler ended with ${status}.`;
}

/** The entry points of a package, each with its source file. */
function sourcesOf(folder: string): readonly (readonly [string, readonly string[]])[] {
  const manifest = JSON.parse(readFileSync(join(copy, folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
  const source = folder.startsWith('packages/v') || folder.startsWith(alone) ? 'gen' : 'src';
  return Object.entries(manifest.exports).flatMap(([entry, target]) => {
    if (typeof target === 'string') return [];
    const file = target.types.replace('./dist', source).replace('.d.ts', '.ts');
    return [[`${manifest.name}${entry.slice(1)}`, [`./${folder}/${file}`]] as const];
  });
}

const kinds = ['types', 'contract', 'client', 'server'];
const hooks = 'packages/conversion-hooks';
const runtimes = ['wire', 'conversion', 'client', 'fetch', 'server'].map((name) => `packages/runtime/${name}`);

/** Writes a project with everything that was added; compiling it takes a tenth of the time of building each package. */
function oneProgram(): string {
  const folders = ['packages', alone].flatMap((root) =>
    all.flatMap((version) => kinds.map((kind) => `${root}/v${version}/${kind}`)),
  );
  const packages = [...folders.filter((folder) => existsSync(join(copy, folder))), ...runtimes, hooks];
  const compilerOptions = {
    noEmit: true,
    incremental: false,
    declaration: false,
    types: ['node'],
    paths: Object.fromEntries(packages.flatMap(sourcesOf)),
  };
  const include = [
    ...added.map((version) => `packages/v${version}/*/gen`),
    'packages/conversions/gen',
    `${alone}/*/*/gen`,
  ];
  const file = join(copy, 'tsconfig.all.json');
  writeFileSync(file, JSON.stringify({ extends: './tsconfig.base.json', compilerOptions, include }));
  return file;
}

/** The folder of a separate workspace that is generated from the documents alone. */
const alone = 'alone';

const isFullRun = inject('isFullRun');
const note = isFullRun
  ? `${all.length} of ${testedVersions}: ${all.join(', ')}`
  : 'SKIPPED: only a full run, LADING_RUNS=full, adds all';

describe.skipIf(added.length === 0 || !isFullRun)(`all published versions (${note})`, { timeout: 900_000 }, () => {
  beforeAll(() => copyWorkspace(copy, 'packages'), 120_000);

  it('derive overlays between neighbours, and between the newest and the oldest', () => {
    const documents = [...everyPublished.values()].map((file) => readDocument(file));
    const pairs = documents.map((one, index) => [one, documents[index + 1] ?? documents[0] ?? one] as const);
    for (const [from, to] of pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const])) {
      const overlay = derive(from, to);
      const read = parseOverlay(overlay.name, parse(printOverlay(overlay)) as Json);
      expect(equal(applyOverlay(from.root, read), to.root), `${from.version} to ${to.version}`).toBe(true);
    }
  });

  it('generate one workspace', () => {
    const documents = all.flatMap((version) => ['--document', everyPublished.get(version) ?? '']);
    const more = ['--clients', '--servers', '--no-paths', '--json', '--scope', '@alone'];
    const summary = JSON.parse(lading('generate', ...documents, '--out', join(copy, alone), ...more)) as {
      readonly versions: readonly { readonly version: string }[];
    };
    expect(summary.versions.map(({ version }) => version)).toEqual(all);
  });

  it('are added one after the other without changing released packages', async () => {
    const [before, overlay] = [released(), readFileSync(join(copy, 'spec/overlays/v1.41.yaml'))];
    for (const version of added) expect(await bump(version)).toBe(baseOf(version));
    const report = lading('generate');
    for (const version of added) expect(report).toMatch(new RegExp(`${version} +extends ${baseOf(version)}`));
    expect(readFileSync(join(copy, 'spec/overlays/v1.41.yaml'))).toEqual(overlay);
    expect(released()).toEqual(before);
  });

  it('compile', () => {
    expect(compile('-p', oneProgram())).toBe('');
  });

  it('build as packages', () => {
    for (const runtime of ['wire', 'conversion'])
      expect(compile('-p', `packages/runtime/${runtime}/tsconfig.build.json`)).toBe('');
    const folders = ['types', 'contract'].map(
      (kind) => [`${kind}-v${added[0]}`, `packages/v${added[0]}/${kind}`] as const,
    );
    // As `npm install` links workspaces.
    for (const [name, folder] of folders) symlinkSync(join(copy, folder), join(copy, 'node_modules/@lading', name));
    expect(compile('--build', ...folders.map(([, folder]) => folder))).toBe('');
  });
});
