/**
 * A module for `inProcess`: executes the samples of a reference, in curl, TypeScript and Python, against the generated server. What they
 * send must be accepted by the contract, with credentials from the environment, and be the same in all languages.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { inFolder } from '@lading/run/commands';
import { build } from 'esbuild';
import { callsOf } from '../values/calls.mjs';
import { bundling, packagesOf } from '../workspace/generated.mjs';
import { foldersOf } from '../workspace/workspace.mjs';
import { drawn } from './all.mjs';
import { securityHandlers } from './credentials.mjs';
import { comparable, each, unequal } from './mirror.mjs';
import { start } from './start.mjs';

/** One that has the package `requests`; that of Debian does. */
const python = ['/usr/bin/python3', 'python3'].find((one) => spawnSync(one, ['-c', 'import requests']).status === 0);

/** The values of the variables that samples name, by the end of their names. */
const secrets = { USER: 'ann', PASSWORD: 'a:secret', TOKEN: 'secret-token', CREDENTIALS: 'credentials', KEY: 'secret' };

/** @param {string} workspace @param {import('./all.mjs').MirrorOptions} options @returns {Promise<import('./all.mjs').MirrorResult>} */
export async function run(workspace, options) {
  const packages = await packagesOf(workspace, { client: 'client-', server: 'server-' });
  const docs = join(foldersOf(workspace, 'server-')[0], '..', 'docs', 'gen');
  const { contract } = packages.server;
  const entries = drawn(entriesOf(docs), options);
  /** @type {any} */
  const current = { operation: undefined, received: undefined };
  const security = securityHandlers(
    Object.fromEntries(
      Object.entries(contract.securitySchemes ?? {}).map(([name, scheme]) => [name, secretOf(scheme)]),
    ),
  );
  const { baseUrl: address, ...server } = await start(packages, { server: { security } });
  server.answer(async ({ path, query, headers, cookies, querystring, body }, operation) => {
    current.operation = operation;
    current.received = await comparable({ path, query, headers, cookies, querystring, body });
    const [{ response }] = callsOf(operation, {}, options.seed);
    return server.reply(response.status, 'items' in response ? each(response.items ?? []) : response.body);
  });
  const baseOf = basesOf(docs);
  const located = (entry, language) => versioned(entry.code[language]).replaceAll(baseOf(entry), address);
  const versioned = (text = '') => text.replaceAll('{version}', contract.version);
  const env = environmentOf(entries);
  const result = await inFolder(async (work) => {
    for (const name of filesIn(entries)) writeFileSync(join(work, name), 'bytes');
    const execute = (program, ...args) => output(program, args, { cwd: work, env });
    const clients = await bundledSamples(
      workspace,
      entries.map(({ code }) => versioned(code.client)),
    );
    const failures = [];
    let samples = 0;
    for (const [at, entry] of entries.entries()) {
      const { method, path, code } = entry;
      const programs = {
        curl: () =>
          execute('/bin/sh', '-c', located(entry, 'curl').replace(/^curl/, 'curl -s --fail-with-body --max-time 5')),
        // A body of GET is not sent by `fetch`, which the tool directs to the server.
        ...(code.client !== undefined &&
          !isBodyOfGet(entry) && {
            client: () => execute(process.execPath, '--import', redirected(baseOf(entry), address), clients[at]),
          }),
        ...(python && { python: () => execute(python, '-c', located(entry, 'python')) }),
      };
      let first;
      for (const [language, result] of Object.entries(programs)) {
        Object.assign(current, { operation: undefined, received: undefined });
        server.errors.length = 0;
        const problem = problemOf(entry, await result(), { ...current, errors: server.errors }, first);
        first ??= current.received;
        samples += 1;
        if (problem !== undefined)
          failures.push({ operation: `${method} ${path}, ${language}`, ...problem, sample: code[language] });
      }
    }
    return { operations: samples, mirrored: samples - failures.length, failures };
  });
  await server.close();
  return result;
}

const isBodyOfGet = ({ method, body }) => /^(GET|HEAD)$/.test(method) && body !== undefined;

/** Returns what is wrong about a sample, if anything is. */
function problemOf({ method, path: shown }, failure, { operation, received, errors }, first) {
  // Some publishers tell operations of one path apart by a fragment.
  const path = shown.replace(/#.*$/, '');
  if (errors.length > 0) return { reason: 'the server fails', detail: String(errors[0]) };
  if (failure !== '') return { reason: 'the program fails', detail: failure };
  if (operation === undefined) return { reason: 'no request arrives', detail: '' };
  if (operation.method !== method || !path.endsWith(operation.path))
    return { reason: 'another operation is called', detail: `${operation.method} ${operation.path}` };
  if (first === undefined || isDeepStrictEqual(received, first)) return undefined;
  return unequal('differs from curl', first, received);
}

/** The credential of the environment for a scheme. */
function secretOf({ kind, scheme }) {
  if (kind === 'api-key') return secrets.KEY;
  if (kind !== 'http') return undefined;
  return scheme === 'basic' ? { username: secrets.USER, password: secrets.PASSWORD } : undefined;
}

const variable = /\b[A-Z0-9_]*(USER|PASSWORD|TOKEN|CREDENTIALS|KEY)\b/g;

function environmentOf(entries) {
  const matches = entries.flatMap(({ code }) => [...`${code.curl}\n${code.client}`.matchAll(variable)]);
  return Object.fromEntries(matches.map(([name, end]) => [name, secrets[end]]));
}

/** The files that samples send. */
function filesIn(entries) {
  return new Set(
    entries.flatMap(({ code }) => Array.from(code.curl.matchAll(/@((?:data|archive)\.\w+)/g), ([, name]) => name)),
  );
}

/** @param {string} docs */
function entriesOf(docs) {
  const json = (path) => JSON.parse(readFileSync(join(docs, path), 'utf8'));
  const groups = json('index.json').pages.filter(({ kind }) => kind === 'group');
  return groups.flatMap(({ path }) => json(`pages/${path}.json`).operations);
}

/** Returns the address in the samples of an operation. @param {string} docs */
function basesOf(docs) {
  const { servers = [], paths } = JSON.parse(readFileSync(join(docs, 'openapi.json'), 'utf8'));
  const urlOf = ({ url, variables = {} } = { url: '' }) =>
    url
      .replace(/\{([^{}]*)\}/g, (text, name) => variables[name]?.default ?? text)
      .replace(/\/$/, '')
      .replace(/^\/\//, 'https://');
  const [origin = 'http://localhost'] = /^\w+:\/\/[^/]*/.exec(urlOf(servers[0])) ?? [];
  return ({ method, path }) => {
    const item = paths[path] ?? {};
    const [server] = item[method.toLowerCase()]?.servers ?? item.servers ?? servers;
    const url = urlOf(server);
    return /^\w+:/.test(url) ? url : `${origin}${url}`;
  };
}

/** Bundles samples of the client, each as a module. @param {string} workspace with the project that `writeProject` writes @param {readonly string[]} texts */
async function bundledSamples(workspace, texts) {
  const [folder, outdir] = ['samples', 'samples-built'].map((name) => join(workspace, name));
  mkdirSync(folder, { recursive: true });
  const entryPoints = texts.map((_text, at) => join(folder, `sample-${at}.ts`));
  for (const [at, path] of entryPoints.entries()) writeFileSync(path, texts[at] ?? '');
  await build({
    entryPoints,
    tsconfig: join(workspace, 'tsconfig.any-api.json'),
    outdir,
    outExtension: { '.js': '.mjs' },
    ...bundling,
    splitting: true,
    external: ['@lading/runtime-*'],
  });
  return texts.map((_text, at) => join(outdir, `sample-${at}.mjs`));
}

/** A module before which requests to the address of a document go to that of the server. @param {string} base @param {string} address */
function redirected(base, address) {
  const bases = [base, base.replace(/^http:\/\/localhost(?=\/|$)/, 'https://api.example.com')];
  const program = `const { fetch } = globalThis;
    const located = (url) => ${JSON.stringify(bases)}.reduce((all, base) => all.replace(base, ${JSON.stringify(address)}), url);
    globalThis.fetch = (input, init) => fetch(located(String(input)), init);`;
  return `data:text/javascript,${encodeURIComponent(program)}`;
}

/** Executes a program. @returns {Promise<string>} what is wrong */
function output(program, args, { cwd, env }) {
  const options = { cwd, env: { PATH: process.env['PATH'], PYTHONWARNINGS: 'ignore', ...env }, timeout: 10_000 };
  return new Promise((resolve) => {
    execFile(program, args, options, (error, printed, errors) =>
      resolve(error === null ? '' : `${printed} ${errors || error.message}`.trim()),
    );
  });
}
