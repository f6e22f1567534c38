/** The example `pinned-api` as its CI runs it: the exit codes of its script, and that each CI runs that script. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, inject, it } from 'vitest';
import { exitCodes } from '../exit-codes.js';

const example = fileURLToPath(new URL('../../examples/pinned-api', import.meta.url));
const program = fileURLToPath(new URL('../lading.mjs', import.meta.url));
// What the script does is the same for every document, and this one is small.
const kiosk = fileURLToPath(new URL('../../examples/kiosk.yaml', import.meta.url));
const folder = temporaryFolder();
const [repository, document] = [join(folder, 'repository'), join(folder, 'repository/api/engine.yaml')];

// Without the settings of whoever runs the tests.
const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'nobody'],
      [`GIT_${who}_EMAIL`, 'nobody@example.org'],
    ]),
  ),
};

/** An npx without npm, which takes seconds to find what lies in node_modules; the first test of a full run takes the real one. */
const [bin, npx] = [join(folder, 'bin'), '#!/bin/sh\nshift\nexec node_modules/.bin/"$@"\n'];
const PATH = `${bin}:${process.env['PATH'] ?? ''}`;

function check(settings: Readonly<Record<string, string | undefined>> = {}) {
  const { status, stdout, stderr } = spawnSync('sh', ['ci/check-api.sh'], {
    cwd: repository,
    encoding: 'utf8',
    env: { ...env, PATH, API_BASE: 'main', ...settings },
  });
  return { status, output: stdout + stderr };
}

function lading(...args: readonly string[]): string {
  return execFileSync(process.execPath, [program, ...args], { cwd: repository, encoding: 'utf8', maxBuffer: 1 << 26 });
}

const generate = () => lading('generate');
const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: repository, env, stdio: 'ignore' });

/** The pinned document as somebody else changed it. */
function edit(from: string, to: string): void {
  const text = readFileSync(document, 'utf8');
  expect(text).toContain(from);
  writeFileSync(document, text.replace(from, to));
}

beforeAll(() => {
  cpSync(example, repository, { recursive: true });
  mkdirSync(bin);
  writeFileSync(join(bin, 'npx'), npx, { mode: 0o755 });
  mkdirSync(join(repository, 'api'));
  // Where npm would put it.
  mkdirSync(join(repository, 'node_modules/.bin'), { recursive: true });
  symlinkSync(program, join(repository, 'node_modules/.bin/lading'));
  cpSync(kiosk, document);
  generate();
  git('init', '--initial-branch=main');
  git('add', 'ci', 'package.json', 'lading.config.json');
  git('commit', '--message', 'Begin');
  git('tag', 'before');
  git('add', 'api', 'bindings');
  git('commit', '--message', 'Pin version 1.0');
}, 240_000);

it('no finding', () => {
  const settings = inject('isFullRun') ? { PATH: process.env['PATH'] } : {};
  expect(check(settings)).toMatchObject({ status: exitCodes.done });
});

it('bindings that somebody edited are stale', () => {
  const file = join(repository, 'bindings/v1.0/types/gen/ticket.ts');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, `${text}// edited\n`);
  expect(check()).toMatchObject({ status: exitCodes.findings, output: expect.stringContaining('ticket.ts') as string });
  writeFileSync(file, text);
});

it('a new document without new bindings is stale, and with them fails where it breaks clients', () => {
  edit('    Ticket:\n', '    Ticket:\n      x-somebody: was here\n');
  edit('        queue: { type: string }\n', '        line: { type: string }\n');
  expect(check()).toMatchObject({ status: exitCodes.findings });
  generate();
  const broken = check();
  expect(broken).toMatchObject({ status: exitCodes.breaking });
  // The property is still required, with any value.
  expect(broken.output).toContain('The type of `queue` of `Ticket` changed from `string` to `any value`.');
});

it('a break that is meant passes, and one that does not concern us', () => {
  expect(check({ API_FAIL_ON: 'nothing' })).toMatchObject({ status: exitCodes.done });
  expect(check({ API_FAIL_ON: 'any' })).toMatchObject({ status: exitCodes.breaking });
});

it('a break passes that the list of accepted changes has, and one more fails', () => {
  const list = join(repository, 'api/accepted-changes.txt');
  const { changes } = JSON.parse(lading('diff', kiosk, document, '--json')) as {
    readonly changes: readonly { readonly sentence: string; readonly breaks: string }[];
  };
  const breaking = changes.filter(({ breaks }) => breaks !== 'none').map(({ sentence }) => sentence);
  expect(breaking.length).toBeGreaterThan(0);
  writeFileSync(list, `# It was empty.\n${breaking.join('\n')}\nThe operation TicketGone was removed.\n`);
  expect(check({ API_FAIL_ON: 'breaking' })).toEqual({
    status: exitCodes.done,
    output: expect.stringContaining('api/accepted-changes.txt: no change is: The operation TicketGone') as string,
  });
  writeFileSync(list, breaking.slice(1).join('\n'));
  expect(check({ API_FAIL_ON: 'breaking' })).toMatchObject({ status: exitCodes.breaking });
  rmSync(list);
});

it('writes the changes in Markdown for a comment', () => {
  const report = join(folder, 'changes.md');
  expect(check({ API_REPORT: report })).toMatchObject({ status: exitCodes.breaking });
  expect(readFileSync(report, 'utf8')).toMatch(/^# Changes from /);
});

it('a base that is not there is a mistake, origin/main unless another is named, and one from before the document is none', () => {
  expect(check({ API_BASE: '' })).toEqual({
    status: 1,
    output: expect.stringContaining('There is no commit origin/main to compare with.') as string,
  });
  expect(check({ API_BASE: 'before' })).toMatchObject({ status: exitCodes.done });
});

it.each(['.github/workflows/api.yml', '.gitlab-ci.yml'])('%s runs the script that is tested here', (file) => {
  expect(readFileSync(join(example, file), 'utf8')).toMatch(/- (run: |.* )?sh ci\/check-api\.sh$/m);
});

it('the page of CI lists every code, and what a build may fail on', () => {
  const page = readFileSync(join(example, '../../docs/ci.md'), 'utf8');
  const listed = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, cell = '']) => cell);
  expect(listed(/^\| +(\d) \|/gm).map(Number)).toEqual(Object.values(exitCodes));
  const help = lading('diff', '--help').replace(/\s+/g, ' ');
  const kinds = listed(/^\| `([\w-]+)` +\|/gm);
  expect(help).toContain(`(choices: ${kinds.map((kind) => `"${kind}"`).join(', ')}`);
});
