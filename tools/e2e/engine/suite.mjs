// What the suites of others share: the engine they run on, and the comparison with what passes on a real engine.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import { startSubject } from '../acceptance/subjects.mjs';

/**
 * @typedef {{ readonly version: string, readonly passed: Readonly<Record<string, readonly string[]>> }} SuiteResult the names of what passes,
 *   by file or package
 */

/**
 * Runs a suite on the reference engine, returns the report of a command: what passes on a real engine alone. It fails if that is more than `most`.
 * With the socket of a real engine, it is run there too, and recorded unless the run is partial.
 *
 * @param {{ recording: string, real?: string, partial: boolean, most: number, noun: string, matches?: RegExp, engineOptions?: readonly string[] }} suite
 * @param {(host: string) => Promise<SuiteResult>} run
 */
export async function compareWithReal(
  { recording, real, partial, most, noun, matches = /(?:)/, engineOptions = [] },
  run,
) {
  /** @type {SuiteResult} */
  const expected = real === undefined ? JSON.parse(readFileSync(recording, 'utf8')) : await run(`unix://${real}`);
  if (real !== undefined && !partial) writeFileSync(recording, `${JSON.stringify(expected, null, 2)}\n`);
  const subject = await startSubject('reference', { engineOptions });
  const { passed } = await run(subject.host).finally(() => subject.stop());
  let total = 0;
  /** @type {string[]} */
  const failing = [];
  for (const [file, own] of Object.entries(passed)) {
    const rest = [...own];
    for (const name of (expected.passed[file] ?? []).filter((one) => matches.test(one))) {
      total += 1;
      const at = rest.indexOf(name);
      if (at >= 0) rest.splice(at, 1);
      else failing.push(`${file}: ${name}`);
    }
  }
  const sum = `${total - failing.length} of ${total} ${noun} that pass on a real engine pass here`;
  return { text: [...failing, sum].join('\n'), failed: failing.length > most };
}

/**
 * Forwards a free port to an engine while it is used.
 *
 * @template T
 * @param {string} host
 * @param {(port: number) => Promise<T>} use
 */
export async function onPort(host, use) {
  const server = createServer((client) => {
    const engine = connect(host.replace('unix://', ''));
    pipeline(client, engine, () => undefined);
    pipeline(engine, client, () => undefined);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return use(server.address().port).finally(() => server.close());
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
