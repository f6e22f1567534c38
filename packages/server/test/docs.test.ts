/** Every example of the pages, as a user would run it: it compiles, it listens, and it answers what the page says. */
import { spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';
import { compileErrors } from './compile.js';
import { examplesOf, home, pages, type Example, type Question } from './pages.js';

const examples = pages.flatMap(examplesOf);
// Below the package, so that packages are found from there.
const room = join(home, 'dist/pages');
mkdirSync(room, { recursive: true });
const folder = mkdtempSync(join(room, 'run-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('there are examples, and each is asked something', () => {
  expect(examples.length).toBeGreaterThan(15);
  expect(examples.filter(({ questions }) => questions.length === 0)).toEqual([]);
});

it('every example compiles', () => {
  const sources = new Map(examples.map(({ code }, index) => [`example-${index}.ts`, code]));
  expect(compileErrors(home, sources)).toBe('');
});

it('links between the pages lead somewhere', () => {
  const dead = pages.flatMap((page) =>
    [...readFileSync(join(home, page), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)]
      .map(([, link = '']) => join(home, dirname(page), link))
      .filter((link) => !existsSync(link)),
  );
  expect(dead).toEqual([]);
});

describe.each(examples)('$title', (example) => {
  it('answers what the page says', async () => {
    const program = await run(example);
    try {
      for (const question of example.questions) {
        const { status, body } = await ask(program.address, question, example);
        expect({ ...question, status, body }).toMatchObject({
          status: question.status,
          body: expect.stringContaining(question.part) as unknown,
        });
      }
    } finally {
      program.child.kill('SIGKILL');
    }
  });
});

async function run({
  title,
  code,
  withCertificates,
}: Example): Promise<{ readonly child: ChildProcess; readonly address: string }> {
  const port = await freePort();
  const place = mkdtempSync(join(folder, 'p-'));
  if (withCertificates) {
    const fixtures = join(home, '../runtime/server/test/fixtures');
    for (const [from, to] of [
      ['key.pem', 'key.pem'],
      ['cert.pem', 'cert.pem'],
      ['cert.pem', 'ca.pem'],
    ] as const) {
      copyFileSync(join(fixtures, from), join(place, to));
    }
  }
  const stood = code.replaceAll('/tmp/engine.sock', join(place, 's')).replaceAll(/237[56]/g, String(port));
  const { outputText } = ts.transpileModule(stood, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
  });
  writeFileSync(join(place, 'example.mjs'), outputText);
  const child = spawn(process.execPath, ['example.mjs'], { cwd: place, stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    let told = '';
    const listen = (chunk: Buffer): void => {
      told += chunk.toString();
      const address = /^listening on (\S+)$/m.exec(told)?.[1];
      if (address !== undefined) resolve({ child, address });
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', (status) => reject(new Error(`${title} ended with ${status}: ${told}`)));
  });
}

function ask(
  address: string,
  { method, path, body }: Question,
  { withCertificates }: Example,
): Promise<{ status: number; body: string }> {
  const { pathname, hostname, port } = new URL(address);
  const where = address.startsWith('unix:') ? { socketPath: pathname } : { host: hostname, port };
  const type = body?.startsWith('{') === true ? 'application/json' : 'application/x-tar';
  const headers = body === undefined ? {} : { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) };
  const fixtures = join(home, '../runtime/server/test/fixtures');
  const options = { ...where, method, path, headers, agent: false as const };
  return new Promise((resolve, reject) => {
    const request = withCertificates
      ? httpsRequest({
          ...options,
          key: readFileSync(join(fixtures, 'key.pem')),
          cert: readFileSync(join(fixtures, 'cert.pem')),
          rejectUnauthorized: false,
        })
      : httpRequest(options);
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      response.on('error', reject);
    });
    request.end(body);
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
