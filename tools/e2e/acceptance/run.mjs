// Runs a list of commands with one client on one subject.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { masked } from './masks.mjs';
import { home } from './subjects.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const busyboxes = [join(home, '20.10/bin/busybox'), '/bin/busybox'];
/** A section of what a program prints: `# name`. */
const beginOfSection = /^(?=# (?!exit status))/m;

/**
 * @param {readonly string[]} commands
 * @param {import('./subjects.mjs').Subject} subject
 * @param {{ readonly client?: string, readonly version?: string, readonly busybox?: string }} options `client`: the tree of an engine
 *   whose command line runs; the default is that of the machine. `version`: the API version that clients are pinned to
 * @returns {Promise<import('./transcript.mjs').Result[]>}
 */
export async function runCommands(commands, subject, { client, version, busybox }) {
  const folder = mkdtempSync(join(tmpdir(), 'lading-acceptance-'));
  const env = {
    PATH: `${folder}/.bin:${process.env['PATH']}`,
    HOME: folder,
    TERM: 'dumb',
    LADING_ENGINES: home,
    ACCEPTANCE: here,
    DOCKER_HOST: subject.host,
    DOCKER_CONFIG: join(folder, '.docker'),
    DOCKER_BUILDKIT: '0',
    ...(version && { DOCKER_API_VERSION: version, COMPOSE_API_VERSION: version }),
    WORKER: subject.worker,
    ADDRESS: subject.address,
    TESTCONTAINERS_RYUK_DISABLED: 'true',
  };
  /** @param {string} command @param {NodeJS.ProcessEnv} [more] */
  const run = (command, more) => {
    // It ends the whole group of processes.
    const words = ['-k', '1', '180', 'bash', '-c', `. ${here}/prelude.sh\n${command}`];
    const options = { cwd: folder, env: { ...env, ...more }, input: '', maxBuffer: 2 ** 27 };
    return spawnSync('timeout', words, { ...options, encoding: 'utf8' });
  };
  try {
    await writeFiles(folder, client, busybox);
    const names = [subject.host, subject.worker].map((host) =>
      run('docker info -f {{.Name}}', { DOCKER_HOST: host }).stdout.trim(),
    );
    return commands.map((command) => {
      const { status, stdout, stderr } = run(command);
      const lines = [stdout, stderr.replace(/^(?=.)/gm, '! ')].map((text) =>
        masked(text, names.filter(Boolean)).trimEnd(),
      );
      return { command, code: status ?? 137, output: shortened(lines.filter(Boolean).join('\n')) };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Replaces what is long, as a whole or in a section, by its beginning and its checksum. @param {string} output */
export function shortened(output) {
  return output
    .split(beginOfSection)
    .map((part) => {
      if (part.length < 10_000) return part;
      const sum = createHash('sha256').update(part.trimEnd()).digest('base64');
      return `${part.slice(0, 100)}\n… ${part.length} characters, SHA-256 ${sum}${part.endsWith('\n') ? '\n' : ''}`;
    })
    .join('');
}

/** Writes what the commands use: files, an image, the command line. */
async function writeFiles(folder, client, busybox = busyboxes.find((path) => existsSync(path)) ?? '/bin/busybox') {
  cpSync(join(here, 'files'), folder, { recursive: true });
  // Here, so that --help needs no build.
  const { busyboxImage } = await import('../../conformance/dist/drivers/fixtures.js');
  writeFileSync(join(folder, 'rootfs.tar'), await busyboxImage(busybox));
  writeFileSync(join(folder, 'empty.tar'), Buffer.alloc(1024));
  mkdirSync(join(folder, '.bin'));
  mkdirSync(join(folder, '.docker/cli-plugins'), { recursive: true });
  if (client === undefined) return;
  const { treeProgram } = await import('../../conformance/dist/drivers/engine-tree.js');
  const writeProgram = (file, path) =>
    writeFileSync(file, `#!/bin/sh\nexec ${treeProgram(join(home, client), path).join(' ')} "$@"\n`, { mode: 0o755 });
  writeProgram(join(folder, '.bin/docker'), 'usr/bin/docker');
  for (const plugin of ['docker-buildx', 'docker-compose']) {
    const path = `usr/libexec/docker/cli-plugins/${plugin}`;
    if (existsSync(join(home, client, path))) writeProgram(join(folder, '.docker/cli-plugins', plugin), path);
  }
}

/**
 * @typedef {{ readonly step: string, readonly expected: string, readonly actual: string }} Difference
 */

/**
 * Compares two runs: exit codes, and the output if the list has it. Output of a program in sections, `# name`, is compared by section.
 *
 * @param {readonly import('./transcript.mjs').Result[]} expected
 * @param {readonly import('./transcript.mjs').Result[]} actual
 * @param {boolean} hasOutput
 * @returns {Difference[]}
 */
export function differencesOf(expected, actual, hasOutput) {
  return expected.flatMap(({ command, code, output, reason }, index) => {
    const other = actual[index];
    if (reason !== undefined) return [];
    const codes = { step: command, expected: `[${code}]`, actual: `[${other.code}] ${other.output}` };
    const [left, right] = hasOutput ? [sectionsOf(output), sectionsOf(other.output)] : [new Map(), new Map()];
    const sections = [...new Set([...left.keys(), ...right.keys()])].map((name) => ({
      step: `${command}${name}`,
      expected: left.get(name) ?? 'absent',
      actual: right.get(name) ?? 'absent',
    }));
    return [...(other.code === code ? [] : [codes]), ...sections.filter((one) => one.expected !== one.actual)];
  });
}

/** How many things two runs compare: commands, and sections of what they print. */
export const countOf = (results) =>
  results.reduce((sum, { output, reason }) => sum + (reason === undefined ? sectionsOf(output).size : 0), 0);

/** @param {string} output */
function sectionsOf(output) {
  const [first = '', ...others] = output.split(beginOfSection);
  const sections = first.startsWith('# ') ? [first, ...others] : others;
  if (sections.length === 0) return new Map([['', first]]);
  // Clients print the progress of several objects at once.
  const lines = (text) => [...new Set(text.split('\n').slice(1))].sort().join('\n');
  return new Map(sections.map((text, index) => [`, ${index + 1}: ${text.split('\n', 1)[0]}`, lines(text)]));
}
