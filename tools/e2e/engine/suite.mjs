// What the suites of others share: the engine they run on, and the comparison with what passes on a real engine.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { relative } from 'node:path';
import { pipeline } from 'node:stream';
import { runCommand } from '../../run/commands.mjs';
import { root } from '../../run/steps.mjs';
import { startSubject } from '../acceptance/subjects.mjs';

/**
 * A suite that others wrote, in parts. It runs on the reference engine; more than `most` names that pass on a real engine alone fail it.
 *
 * @typedef {object} Suite
 * @property {string} about
 * @property {string} recording the file with the names that pass on a real engine, by part
 * @property {number} most
 * @property {string} noun what has the names
 * @property {Record<string, readonly [value: string, about: string]>} [options] further ones
 * @property {readonly string[]} [engineOptions] those of the reference engine
 * @property {() => readonly string[] | Promise<readonly string[]>} parts
 * @property {(host: string, values: any) => Promise<any>} prepare creates what the suite needs on an engine
 * @property {(part: string, context: any, values: any) => Promise<readonly string[]>} run returns the lines of the output of a part
 * @property {(line: string) => readonly string[]} passed the name of what passes, of a line
 */

/** Runs a suite as a command. @param {string} program @param {Suite} suite */
export function runSuite(program, suite) {
  const { about, recording, most, noun, engineOptions = [] } = suite;
  return runCommand(program, {
    about: `${about} What passes on a real engine and not here is printed; the exit code is 1 if there is more than ${most}. Without --real, it
compares with what is recorded in ${relative(root, recording)}.`,
    options: {
      real: ['SOCKET', 'that of a real engine, all of whose objects are removed; what passes is recorded'],
      busybox: ['FILE', 'a static busybox, for images', '/bin/busybox'],
      only: ['PART', 'one part of the suite'],
      verbose: ['', 'print the output'],
      ...suite.options,
    },
    async run(values) {
      const { real, only, run: matches } = values;
      const parts = (await suite.parts()).filter((part) => only === undefined || part === only);
      const runOn = async (host) => {
        const context = await suite.prepare(host, values);
        const [version] = await linesOf('docker', ['version', '--format', '{{.Server.Version}}'], context);
        const passed = {};
        for (const part of parts) {
          process.stderr.write(`${version} ${part}\n`);
          const lines = await suite.run(part, context, values);
          if (values.verbose) process.stderr.write(`${lines.join('\n')}\n`);
          passed[part] = lines.flatMap(suite.passed);
        }
        return { version, passed };
      };
      const expected = real === undefined ? JSON.parse(readFileSync(recording, 'utf8')) : await runOn(`unix://${real}`);
      if (real !== undefined && only === undefined && matches === undefined)
        writeFileSync(recording, `${JSON.stringify(expected, null, 2)}\n`);
      const subject = await startSubject('reference', { engineOptions });
      const { passed } = await runOn(subject.host).finally(() => subject.stop());
      const wanted = Object.entries(passed).flatMap(([part, own]) => {
        const rest = [...own];
        const names = (expected.passed[part] ?? []).filter((name) => new RegExp(matches ?? '').test(name));
        return names.map((name) => {
          const at = rest.indexOf(name);
          if (at >= 0) rest.splice(at, 1);
          return { text: `${part}: ${name}`, isHere: at >= 0 };
        });
      });
      const failing = wanted.filter(({ isHere }) => !isHere).map(({ text }) => text);
      const sum = `${wanted.length - failing.length} of ${wanted.length} ${noun} that pass on a real engine pass here`;
      return { text: [...failing, sum].join('\n'), failed: failing.length > most };
    },
  });
}

/** Forwards a free port to an engine until the process ends. @param {string} host @returns {Promise<number>} */
export async function portTo(host) {
  const server = createServer((client) => {
    const engine = connect(host.replace('unix://', ''));
    pipeline(client, engine, () => undefined);
    pipeline(engine, client, () => undefined);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return server.unref().address().port;
}

/**
 * Runs a program, while this process goes on to forward its requests, and returns its lines.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env: NodeJS.ProcessEnv, cwd?: string, input?: Buffer, timeout?: number }} options
 * @returns {Promise<string[]>}
 */
export function linesOf(program, args, { env, cwd, input, timeout = 120_000 }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'], timeout });
    child.once('error', reject);
    child.stdin.end(input);
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('latin1').on('data', (data) => (text += data));
    // What it leaves running may keep its output open.
    child.once('exit', () => setTimeout(() => resolve(text.split('\n')), 100));
  });
}
