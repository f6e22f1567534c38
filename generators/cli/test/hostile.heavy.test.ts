/**
 * Hostile overlays and pairs end within 10 CPU seconds and 500 MB, and all kinds of packages of a hostile document within 16: with a
 * result or with an error, never with a stack.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, it } from 'vitest';
import { hostileCases, type HostileCase } from './hostile/documents.js';

// Twice what the slowest takes beside other work; what grows faster than its document takes minutes.
const maxSeconds = { apply: 10, diff: 10, generate: 16 };
const maxMegabytes = 500;
const emitters = ['types', 'contract', 'client', 'server', 'docs'];

const command = fileURLToPath(new URL('../lading.mjs', import.meta.url));
/** Prints what the process used. */
const report = `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process.stderr.write('\\nUSED ' + (userCPUTime + systemCPUTime) / 1e6 + ' ' + maxRSS / 1024 + '\\n');
});`;

const cases = [...hostileCases()];
// The seed chooses those of a short run.
const chosen = inject('isFullRun') ? cases : cases.filter((_, at) => (at + inject('seed')) % 30 === 0);

it.each(chosen)('%s', (_name, caseOf) => {
  const each = caseOf();
  const { seconds, megabytes, stderr } = used(each);
  expect(stderr).not.toMatch(/^( {4}at |UNEXPECTED)/m);
  expect.soft(seconds).toBeLessThan(maxSeconds[each.command]);
  expect.soft(megabytes).toBeLessThan(maxMegabytes);
});

function used({ command: name, files }: HostileCase) {
  const folder = temporaryFolder();
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  const names = Object.keys(files);
  const config = { documents: names.slice(0, 1), out: 'out', paths: false, emitters };
  if (name === 'generate') writeFileSync(join(folder, 'lading.config.json'), JSON.stringify(config));
  const args = name === 'generate' ? [] : names;
  const preload = `data:text/javascript,${encodeURIComponent(report)}`;
  const { stderr } = spawnSync(process.execPath, ['--import', preload, command, name, ...args], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 1 << 29,
  });
  const [, seconds, megabytes] = /^USED (\S+) (\S+)$/m.exec(stderr) ?? [];
  return { seconds: Number(seconds), megabytes: Number(megabytes), stderr };
}
