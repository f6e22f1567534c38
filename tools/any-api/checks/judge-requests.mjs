/**
 * A program: calls every operation of an API with its generated client, and has Prism, which mocks the API from the document,
 * validate the requests. Writes the figures as JSON.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parse } from 'yaml';
import { judges, knownDeviations } from '../places.mjs';
import { inputOf } from '../values/input-of.mjs';
import { bundled } from './bundled.mjs';

/**
 * @typedef {{ readonly operation: string, readonly problem: string, readonly reason?: string }} Finding
 * @typedef {{ readonly operations: number, readonly valid: number, readonly findings: readonly Finding[] }} JudgedRequests
 *   `valid` requests, those with a known deviation included
 */

const [workspace = '', client = '', document = '', irFile = '', resultFile = ''] = process.argv.slice(2);
const requireJudge = createRequire(join(judges, 'package.json'));
const { createServer } = requireJudge('@stoplight/prism-http-server');
const { getHttpOperationsFromSpec } = requireJudge('@stoplight/prism-cli/dist/operations.js');
const RandExp = requireJudge('randexp');

/** @type {readonly { readonly problem: string, readonly path?: string, readonly reason: string }[]} */
const deviations = parse(readFileSync(knownDeviations, 'utf8'));
const { createCaller, groups } = (await bundled(workspace, { client: join(client, 'gen', 'index.ts') })).client;
const { api } = JSON.parse(readFileSync(irFile, 'utf8')).versions[0];

const silent = { info() {}, error() {}, warn() {}, debug() {}, success() {}, trace() {}, child: () => silent };
const server = createServer(await getHttpOperationsFromSpec(document), {
  cors: false,
  config: {
    isProxy: false,
    mock: { dynamic: false },
    checkSecurity: true,
    validateRequest: true,
    validateResponse: true,
    errors: false,
  },
  components: { logger: silent },
});
const baseUrl = await server.listen(0, '127.0.0.1');
/** Prism throws some errors outside of its requests, which then never end. @type {(error: Error) => void} */
let onCrash = () => {};
process.on('uncaughtException', (error) => onCrash(error));
process.on('unhandledRejection', (error) => onCrash(/** @type {Error} */ (error)));
/** @type {JudgedRequests} */
const result = await judged();
// Not to the standard output, where Prism prints warnings.
writeFileSync(resultFile, JSON.stringify(result));
process.exit(0);

async function judged() {
  const types = {
    schemas: new Map(api.schemas.map((/** @type {any} */ { name, type }) => [name, type])),
    fit: (/** @type {string} */ pattern) => fitting(pattern),
    bytes: () => 'bytes',
  };
  const operations = new Map(
    Object.values(groups)
      .flatMap((group) => Object.values(group))
      .map((operation) => [operation.id, operation]),
  );
  /** @type {Finding[]} */
  const findings = [];
  for (const described of api.operations) {
    const operation = operations.get(described.id);
    const problem = operation === undefined ? 'the client lacks it' : await problemOf(operation, described, types);
    if (problem === undefined) continue;
    const reason = deviations.find(
      ({ problem: pattern, path = '' }) => new RegExp(pattern).test(problem) && new RegExp(path).test(described.path),
    )?.reason;
    findings.push({ operation: described.id, problem, ...(reason !== undefined && { reason }) });
  }
  const unknown = findings.filter(({ reason }) => reason === undefined);
  return { operations: api.operations.length, valid: api.operations.length - unknown.length, findings };
}

/** Calls an operation. @param {any} operation @param {any} described @param {any} types @returns {Promise<string | undefined>} */
async function problemOf(operation, described, types) {
  /** @type {string | undefined} */
  let problem;
  const caller = createCaller({
    baseUrl,
    auth: credentials(),
    timeout: 20_000,
    fetch: async (/** @type {string} */ url, /** @type {any} */ request) => {
      const response = await Promise.race([fetch(url, { ...request, redirect: 'manual' }), crash()]);
      const violation = typeof response === 'string' ? response : violationIn(response, await response.text());
      const mediaType = request.headers.get('content-type')?.split(';')[0];
      problem = violation && [mediaType, violation].filter(Boolean).join(' ');
      return new Response(null, { status: 204 });
    },
  });
  try {
    await caller.call(operation, inputOf(described, operation.nested ?? [], types));
  } catch (/** @type {any} */ error) {
    // The response is not what is judged here: only whether there was a request.
    if (error.name === 'InputError' || error.name === 'ConnectionError' || error.name === 'TimeoutError')
      return `${error.message} ${error.cause?.message ?? ''}`.trim();
  }
  return problem;
}

/** @returns {Promise<string>} the error with which Prism ends instead of a response */
function crash() {
  return new Promise((resolve) => (onCrash = (error) => resolve(`CRASH: ${error.message}`)));
}

/** @param {Response} response @param {string} text @returns {string | undefined} the first violation of the request */
function violationIn(response, text) {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('problem+json') && text.includes('stoplight.io/prism/errors#')) {
    const { type: kind, title, detail, validation } = JSON.parse(text);
    const code = String(kind).replace(/.*#/, '');
    // The mock has no response to give; the request was accepted.
    if (
      /NO_RESPONSE_(?:RESPONSE_)?DEFINED|NO_COMPLEX_OBJECT_TEXT|NOT_ACCEPTABLE|NO_SUCCESS_RESPONSE|VIOLATIONS|SCHEMA_TOO_COMPLEX/.test(
        code,
      )
    )
      return undefined;
    return `${code}: ${JSON.stringify(validation ?? detail ?? title)}`;
  }
  const violations = response.headers.get('sl-violations');
  if (violations === null || violations.startsWith('Too many')) return violations ?? undefined;
  const first = JSON.parse(violations).find(
    (/** @type {any} */ { location, severity }) => location[0] === 'request' && severity === 'Error',
  );
  return first && `VIOLATION: ${JSON.stringify(first)}`;
}

function credentials() {
  return Object.fromEntries(
    api.securitySchemes.map((/** @type {any} */ { name, kind, scheme }) => [
      name,
      kind === 'http' && scheme === 'basic' ? { username: 'name', password: 'secret' } : 'token',
    ]),
  );
}

/** @param {string} pattern @returns {string} */
function fitting(pattern) {
  try {
    const expression = new RandExp(new RegExp(pattern, 'u').source);
    expression.max = 4;
    expression.randInt = (/** @type {number} */ from) => from;
    return expression.gen();
  } catch {
    return 'text';
  }
}
