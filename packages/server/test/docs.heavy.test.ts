/** Runs every example of the documentation as a user would: it compiles, listens, and responds as the page states. */
import { spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { compileErrors } from './compile.js';
import { examplesOf, home, pages, type Example, type ExampleRequest } from './pages.js';

const examples = pages.flatMap(examplesOf);
// This folder is below the package, so that imports of packages are resolved.
const parentFolder = join(home, 'dist/pages');
mkdirSync(parentFolder, { recursive: true });
const folder = mkdtempSync(join(parentFolder, 'run-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('there are examples, and each has requests', () => {
  expect(examples.length).toBeGreaterThan(15);
  expect(examples.filter(({ requests }) => requests.length === 0)).toEqual([]);
});

it('every example compiles', () => {
  const sources = new Map(examples.map(({ code }, index) => [`example-${index}.ts`, code]));
  expect(compileErrors(home, sources)).toBe('');
});

it('links between the pages are valid', () => {
  const dead = pages.flatMap((page) =>
    [...readFileSync(join(home, page), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)]
      .map(([, link = '']) => join(home, dirname(page), link))
      .filter((link) => !existsSync(link)),
  );
  expect(dead).toEqual([]);
});

// Each starts a program: a run that is not full starts a quarter of them, which the seed draws.
const started = examples.filter((_, index) => inject('isFullRun') || index % 4 === inject('seed') % 4);

describe.each(started)('$title', (example) => {
  it('responds as the page states', async () => {
    const program = await run(example);
    try {
      for (const exampleRequest of example.requests) {
        const { status, body } = await send(program.address, exampleRequest, example);
        expect({ ...exampleRequest, status, body }).toMatchObject({
          status: exampleRequest.status,
          body: expect.stringContaining(exampleRequest.part) as unknown,
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
  const workFolder = mkdtempSync(join(folder, 'p-'));
  if (withCertificates) {
    const fixtures = join(home, '../runtime/server/test/fixtures');
    for (const [from, to] of [
      ['key.pem', 'key.pem'],
      ['cert.pem', 'cert.pem'],
      ['cert.pem', 'ca.pem'],
    ] as const) {
      copyFileSync(join(fixtures, from), join(workFolder, to));
    }
  }
  const localCode = code.replaceAll('/tmp/engine.sock', join(workFolder, 's')).replaceAll(/237[56]/g, String(port));
  writeFileSync(join(workFolder, 'example.mjs'), transformSync(localCode, { loader: 'ts' }).code);
  const child = spawn(process.execPath, ['example.mjs'], { cwd: workFolder, stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    let output = '';
    const onOutput = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /^listening on (\S+)$/m.exec(output)?.[1];
      if (address !== undefined) resolve({ child, address });
    };
    child.stdout.on('data', onOutput);
    child.stderr.on('data', onOutput);
    child.once('exit', (status) => reject(new Error(`${title} ended with ${status}: ${output}`)));
  });
}

function send(
  address: string,
  { method, path, body }: ExampleRequest,
  { withCertificates }: Example,
): Promise<{ status: number; body: string }> {
  const { pathname, hostname, port } = new URL(address);
  const target = address.startsWith('unix:') ? { socketPath: pathname } : { host: hostname, port };
  const type = body?.startsWith('{') === true ? 'application/json' : 'application/x-tar';
  const headers = body === undefined ? {} : { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) };
  const fixtures = join(home, '../runtime/server/test/fixtures');
  const options = { ...target, method, path, headers, agent: false as const };
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
