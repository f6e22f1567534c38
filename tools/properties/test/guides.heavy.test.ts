/** The README and the guides: links are valid, commands exist, and examples print what the page states. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { copyWorkspace, keepVersions, main, upTo } from 'lading/testing';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { blocksOf, commandsOf, deadLinks, matchingFolders, pages, pattern, textOf } from '../guides.js';
import { compilePrograms, programFolder } from '../compiler.js';
import { everyPublished } from '../every-published.js';
import { repository } from '../paths.js';

const work = programFolder();
const elsewhere = mkdtempSync(join(tmpdir(), 'lading-guides-'));
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

const lading = join(repository, 'generators', 'cli', 'lading.mjs');
const blocks = pages.flatMap(blocksOf);

test.each(pages)('%s: links lead to files and headings', (page) => {
  expect(deadLinks(page)).toEqual([]);
});

describe('commands', () => {
  /** Every command line of a shell block and of inline code, without comments. */
  const typed = pages.flatMap((page) => {
    const shell = blocksOf(page).filter(({ language }) => language === 'sh' || language === 'console');
    const lines = shell.flatMap(({ content }) => content.split('\n'));
    const inline = [...textOf(page).matchAll(/`((?:npm|npx|node|lading) [^`\n]+)`/g)].map(([, code = '']) => code);
    return [...lines, ...inline].flatMap((line) =>
      line
        .replace(/^\$ /, '')
        .replace(/\s+#.*/, '')
        .split(' && ')
        .map((command) => command.replace(/^([A-Z_]+=\S+ )+/, ''))
        .filter((command) => /^(npm|npx|node|lading) /.test(command)),
    );
  });

  test('scripts and programs exist', () => {
    type Scripts = { readonly scripts: Readonly<Record<string, string>> };
    const scripts = ['package.json', 'generators/package.json'].flatMap((file) =>
      Object.keys((JSON.parse(textOf(file)) as Scripts).scripts),
    );
    const ofNpm = ['audit', 'ci', 'config', 'init', 'install', 'login', 'pack', 'pkg', 'publish', 'version'];
    const missing = typed.filter((command) => {
      const [program, first = '', second = ''] = command.split(' ');
      if (program === 'node') return first.includes('/') && !existsSync(join(repository, first));
      if (program !== 'npm') return false;
      return first === 'run' ? !scripts.includes(second) : ![...scripts, ...ofNpm].includes(first);
    });
    expect(typed.length).toBeGreaterThan(20);
    expect(missing).toEqual([]);
  });

  test('commands and options of lading exist', async () => {
    const ofLading = typed
      .map((command) => /^(?:npx )?lading ([a-z].*)/.exec(command)?.[1]?.split(' ') ?? [])
      .filter((words) => words.length > 0);
    const names = new Set(ofLading.map(([name = '']) => name));
    const help = new Map<string, string>();
    for (const name of names) help.set(name, await helpOf(name));
    const wrong = ofLading.filter(([name = '', ...words]) =>
      words.some((word) => word.startsWith('--') && !new RegExp(`${word}\\b`).test(help.get(name) ?? '')),
    );
    expect(names.size).toBeGreaterThan(5);
    expect(wrong.map((words) => words.join(' '))).toEqual([]);
  });

  test.each(['README.md', 'packages/client/README.md', 'packages/server/README.md'])(
    '%s: the packed packages depend on no other package of this repository',
    (page) => {
      const line =
        textOf(page)
          .replaceAll('\\\n', ' ')
          .match(/^npm pack .*$/m)?.[0] ?? '';
      const folders = line
        .split(/\s+/)
        .filter((word) => word.startsWith('./'))
        .flatMap(matchingFolders);
      const named = line.split(/\s+/).filter((word) => word.startsWith('@lading/'));
      const manifests = ['generators', 'packages/*', 'packages/*/*']
        .flatMap(matchingFolders)
        .filter((folder) => existsSync(join(repository, folder, 'package.json')))
        .map((folder) => ({ folder, ...(JSON.parse(textOf(`${folder}/package.json`)) as PackageManifest) }));
      const packed = manifests.filter(({ folder, name }) => folders.includes(folder) || named.includes(name));
      expect(packed.length).toBeGreaterThan(8);
      const own = new Set(manifests.map(({ name }) => name));
      const names = new Set(packed.map(({ name }) => name));
      const needed = packed.flatMap(({ dependencies = {} }) =>
        Object.keys(dependencies).filter((name) => own.has(name)),
      );
      expect([...new Set(needed)].filter((name) => !names.has(name))).toEqual([]);
    },
  );
});

/** The output of `lading NAME --help`. */
async function helpOf(name: string): Promise<string> {
  const texts: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => texts.push(String(text)) > 0);
  const exit = await main([name, '--help']);
  vi.restoreAllMocks();
  expect(exit, name).toBe(0);
  // For an unknown command, the general help is printed.
  expect(texts.join('')).toContain(`Usage: lading ${name} `);
  return texts.join('');
}

interface PackageManifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

describe('examples', () => {
  const examples = blocks.filter(({ language, file }) => language === 'ts' && file === undefined);
  const nameOf = (title: string) => title.replaceAll(/\W+/g, '-');

  test('compile', () => {
    const programs = Object.fromEntries(examples.map(({ title, content }) => [`${nameOf(title)}.ts`, content]));
    expect(compilePrograms(work, programs, { lib: ['ES2022', 'ESNext.Disposable', 'DOM'] })).toBe('');
  });

  // Examples without expected output call an engine: tools/e2e/clients runs them.
  test.each(examples.filter(({ prints }) => prints !== undefined))('$title prints the stated output', (example) => {
    const { title, content, prints = '' } = example;
    const code = content.replaceAll('/tmp/engine.sock', join(elsewhere, 'engine.sock'));
    const file = join(work, `${nameOf(title)}.mjs`);
    writeFileSync(file, transformSync(code, { loader: 'ts' }).code);
    const { stdout, stderr } = spawnSync(process.execPath, [file], {
      env: { ...process.env, FORCE_COLOR: '0' },
      encoding: 'utf8',
      timeout: 30_000,
    });
    expect(stderr).toBe('');
    expect(stdout).toMatch(pattern(prints));
  });
});

/** Runs the console blocks of a page in a folder, in order; a block with a file name writes that file. */
function runConsole(page: string, folder: string, program: string): void {
  for (const block of blocksOf(page)) {
    if (block.file !== undefined) {
      mkdirSync(dirname(join(folder, block.file)), { recursive: true });
      writeFileSync(join(folder, block.file), block.content);
    } else if (block.language === 'console') {
      for (const { typed, printed } of commandsOf(block))
        expect(outputOf(typed, folder, program), typed).toMatch(pattern(printed));
    }
  }
}

function outputOf(typed: string, folder: string, program: string): string {
  const command = typed.replace(/^npx lading/, `'${process.execPath}' '${program}'`);
  const { stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 });
  return `${stdout}${stderr}`;
}

test('docs/publishing.md shows the workflow of this repository', () => {
  const name = '.github/workflows/release.yml';
  const shown = blocksOf('docs/publishing.md').find(({ file }) => file === name);
  expect(shown?.content).toBe(readFileSync(join(repository, name), 'utf8'));
});

test('docs/framework-authors.md: commands print the stated output', () => {
  const folder = join(elsewhere, 'own');
  mkdirSync(folder);
  cpSync(join(repository, 'generators', 'examples', 'kiosk.yaml'), join(folder, 'api.yaml'));
  runConsole('docs/framework-authors.md', folder, lading);
});

test.skipIf(!inject('isFullRun'))('README.md: commands print the stated output', { timeout: 240_000 }, () => {
  // Those of an own API need a workspace of it: tools/journeys runs them.
  const commands = blocksOf('README.md').flatMap((block) => (block.language === 'console' ? commandsOf(block) : []));
  const here = commands.filter(({ typed }) => typed.startsWith('npx lading '));
  expect(here).toHaveLength(2);
  for (const { typed, printed } of here) expect(outputOf(typed, repository, lading), typed).toMatch(pattern(printed));
});

const documents = ['1.44', '1.45'].map((version) => [`v${version}.yaml`, everyPublished.get(version)] as const);
const isFetched = documents.every(([, file]) => file !== undefined);
const canBump = isFetched && inject('isFullRun');
const reason = isFetched
  ? 'LADING_RUNS=full runs it'
  : 'node tools/properties/fetch-published.mjs fetches the documents';
describe.skipIf(!canBump)(`docs/api-bump.md${canBump ? '' : ` (SKIPPED: ${reason})`}`, () => {
  const copy = join(elsewhere, 'repository');
  beforeAll(() => {
    copyWorkspace(copy, 'packages');
    // The guide adds the version after the base version; nothing that is generated from later ones is left over then.
    keepVersions(join(copy, 'spec'), upTo('1.44'), join(copy, 'lading.config.json'));
    const isLater = (name: string) => /^v\d/.test(name) && !upTo('1.44')(name.slice(1));
    for (const name of readdirSync(join(copy, 'packages')).filter(isLater))
      rmSync(join(copy, 'packages', name), { recursive: true });
    mkdirSync(join(elsewhere, 'published'));
    for (const [name, file = ''] of documents) cpSync(file, join(elsewhere, 'published', name));
  }, 60_000);

  test('commands print the stated output', { timeout: 240_000 }, () => {
    runConsole('docs/api-bump.md', copy, join(copy, 'generators', 'cli', 'lading.mjs'));
    expect(readFileSync(join(copy, 'spec', 'versions.yaml'), 'utf8')).toContain('overlays/v1.45.yaml');
  });
});
