/** Runs samples in Python, one after the other in one process. */
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

/** One that has the package `requests`; that of Debian does. */
export const python = ['/usr/bin/python3', 'python3'].find(
  (one) => spawnSync(one, ['-c', 'import requests']).status === 0,
);

/** Reads samples as lines of JSON, and prints for each what it failed with as such a line. */
const program = `
import io, json, sys, traceback
output = sys.stdout
for line in sys.stdin:
    sys.stdout = io.TextIOWrapper(io.BytesIO())
    failure = ''
    try:
        exec(compile(json.loads(line), 'sample', 'exec'), {'__name__': '__main__'})
    except BaseException as error:
        failure = ''.join(traceback.format_exception_only(type(error), error)).strip() or 'fails'
        body = getattr(getattr(error, 'response', None), 'text', '')
        failure += ' ' + body
    print(json.dumps(failure), file=output, flush=True)
`;

export class PythonSamples {
  #child;
  /** @type {AsyncIterator<string>} */
  #lines;

  /** @param {string} cwd @param {Readonly<Record<string, string>>} env */
  constructor(cwd, env) {
    this.#child = spawn(python ?? '', ['-c', program], {
      cwd,
      env: { PATH: process.env['PATH'], PYTHONWARNINGS: 'ignore', ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** @param {string} text @returns {Promise<string>} what is wrong */
  async run(text) {
    this.#child.stdin.write(`${JSON.stringify(text)}\n`);
    const { value, done } = await this.#lines.next();
    return done ? 'Python has ended' : JSON.parse(value);
  }

  end() {
    this.#child.stdin.end();
  }
}
