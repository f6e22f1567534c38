/** Every published version at once, in a copy of the repository: what was there stays, and everything compiles. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
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
import { everyPublished, judged } from '../every-published.js';
import { folderContents } from '../folder-contents.js';
import { repository } from '../places.js';

const copy = mkdtempSync(join(tmpdir(), 'lading-versions-'));
afterAll(() => rmSync(copy, { recursive: true }), 120_000);

const there = ['1.44', '1.41'];
const all = [...everyPublished.keys()];
const newer = all.filter((version) => compareVersions(version, '1.44') > 0).reverse();
const older = all.filter((version) => compareVersions(version, '1.44') < 0 && !there.includes(version));
const added = [...newer, ...older];

interface Report {
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

/** The same without a process of its own, which takes half as long; the files that people go on with are not begun. */
async function ladingHere(...args: readonly string[]): Promise<string> {
  const said: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  try {
    await main([...args, '--spec', join(copy, 'spec')]);
  } finally {
    vi.restoreAllMocks();
  }
  return said.join('');
}

/** What a version extends: the next newer one that is there, or the newest. */
function baseOf(version: string): string {
  const known = [...there, ...added.slice(0, added.indexOf(version))].sort(compareVersions);
  return known.find((other) => compareVersions(other, version) > 0) ?? known.at(-1) ?? '';
}

async function bump(version: string): Promise<string> {
  const [next = '', previous = ''] = [version, baseOf(version)].map((one) => everyPublished.get(one));
  const args = ['bump', next, '--previous', previous, '--json'];
  const report = JSON.parse(version === added[0] ? lading(...args) : await ladingHere(...args)) as Report;
  decide(join(copy, `spec/overlays/v${version}.yaml`), report);
  return report.extends;
}

/** Decides in the place of a person: what only one version takes is left out, what it lacks is null. */
function decide(file: string, { questions }: Report): void {
  const overlay = parse(readFileSync(file, 'utf8')) as { readonly actions: { [key: string]: unknown }[] };
  const rules = questions
    .filter(({ kind }) => kind === 'rule')
    .map(({ place, question, operations, at }) => {
      const direction = place.slice(0, place.indexOf(','));
      const isDropped = direction.startsWith('request.') && !question.includes('the other version always has it');
      const rule = isDropped ? { rule: 'drop' } : { rule: 'default', value: at?.query === undefined ? null : 'any' };
      return { direction, ...rule, at: { operations, ...at }, says: 'Decided by a test.' };
    });
  Object.assign(overlay.actions.at(-1) ?? {}, rules.length > 0 && { 'x-lading-wire': rules });
  writeFileSync(file, stringify(overlay));
}

/** The packages of the versions that were there before, the generated ones of v1.41 among them. */
function released(): readonly string[] {
  return there.flatMap((version) => folderContents(join(copy, 'packages', `v${version}`)));
}

/** What the compiler says; nothing when all is well. */
function compile(...args: readonly string[]): string {
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, ...args], { cwd: copy, encoding: 'utf8' });
  return status === 0 ? stdout : `${stdout}${stderr}The compiler ended with ${status}.`;
}

/** Each entry of a package with the source that it is built from. */
function sourcesOf(folder: string): readonly (readonly [string, readonly string[]])[] {
  const manifest = JSON.parse(readFileSync(join(copy, folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  };
  const source = folder.startsWith('packages/runtime') ? 'src' : folder.endsWith('/overlay') ? '.' : 'gen';
  return Object.entries(manifest.exports).flatMap(([entry, target]) => {
    if (typeof target === 'string') return [];
    const file = target.types.replace('./dist', source).replace('.d.ts', '.ts');
    return [[`${manifest.name}${entry.slice(1)}`, [`./${folder}/${file}`]] as const];
  });
}

const kinds = ['types', 'contract', 'client', 'server', 'overlay'];
const runtimes = ['wire', 'overlay', 'client', 'server'].map((name) => `packages/runtime/${name}`);

/** One program of everything that was added, which takes a tenth of what building each package takes. */
function oneProgram(): string {
  const folders = ['packages', alone].flatMap((root) =>
    all.flatMap((version) => kinds.map((kind) => `${root}/v${version}/${kind}`)),
  );
  const packages = [...folders.filter((folder) => existsSync(join(copy, folder))), ...runtimes];
  const compilerOptions = {
    noEmit: true,
    incremental: false,
    declaration: false,
    types: ['node'],
    paths: Object.fromEntries(packages.flatMap(sourcesOf)),
  };
  const include = [...added.map((version) => `packages/v${version}/*/gen`), `${alone}/*/*/gen`];
  const file = join(copy, 'tsconfig.all.json');
  writeFileSync(file, JSON.stringify({ extends: './tsconfig.base.json', compilerOptions, include }));
  return file;
}

/** The documents themselves, as whoever has nothing but them generates from them: a tree of its own in the copy. */
const alone = 'alone';

const isFullRun = inject('isFullRun');
const judgedWhen = isFullRun ? judged : 'SKIPPED: only a full run, LADING_RUNS=full, takes all in';

describe.skipIf(added.length === 0 || !isFullRun)(
  `all published versions (${judgedWhen})`,
  { timeout: 900_000 },
  () => {
    beforeAll(() => copyWorkspace(copy, 'packages'), 120_000);

    it('lead to each other by overlays: neighbours, and the farthest', () => {
      const documents = [...everyPublished.values()].map((file) => readDocument(file));
      const pairs = documents.map((one, index) => [one, documents[index + 1] ?? documents[0] ?? one] as const);
      for (const [from, to] of pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const])) {
        const overlay = derive(from, to);
        const read = parseOverlay(overlay.name, parse(printOverlay(overlay)) as Json);
        expect(equal(applyOverlay(from.root, read), to.root), `${from.version} to ${to.version}`).toBe(true);
      }
    });

    it('are generated from in one tree', () => {
      const documents = [...everyPublished.values()].flatMap((file) => ['--document', file]);
      const more = ['--clients', '--servers', '--no-paths', '--json', '--scope', '@alone'];
      const summary = JSON.parse(lading('generate', ...documents, '--out', join(copy, alone), ...more)) as {
        readonly versions: readonly { readonly version: string }[];
      };
      expect(summary.versions.map(({ version }) => version)).toEqual(all);
    });

    it('are taken in one after the other, and no byte of what was there changes', async () => {
      const [before, overlay] = [released(), readFileSync(join(copy, 'spec/overlays/v1.41.yaml'))];
      for (const version of added) expect(await bump(version)).toBe(baseOf(version));
      expect(lading('generate')).toMatch(/1\.42 +extends 1\.43/);
      expect(readFileSync(join(copy, 'spec/overlays/v1.41.yaml'))).toEqual(overlay);
      expect(released()).toEqual(before);
    });

    it('compile', () => {
      expect(compile('-p', oneProgram())).toBe('');
    });

    it('build as packages', () => {
      for (const runtime of ['wire', 'overlay'])
        expect(compile('-p', `packages/runtime/${runtime}/tsconfig.build.json`)).toBe('');
      const folders = ['types', 'overlay'].map(
        (kind) => [`${kind}-v${added[0]}`, `packages/v${added[0]}/${kind}`] as const,
      );
      // What `npm install` does with a workspace.
      for (const [name, folder] of folders) symlinkSync(join(copy, folder), join(copy, 'node_modules/@lading', name));
      expect(compile('--build', ...folders.map(([, folder]) => folder))).toBe('');
    });
  },
);
