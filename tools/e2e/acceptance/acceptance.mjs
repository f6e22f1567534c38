#!/usr/bin/env node
// Runs lists of commands of real clients, and compares what they do on two subjects.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../run/commands.mjs';
import { markdownTable, right } from '../../run/markdown-table.mjs';
import { rowsOf, writeResult } from '../../run/result.mjs';
import { countOf, differencesOf, runCommands } from './run.mjs';
import { home, spokenVersion, startSubject } from './subjects.mjs';
import { readTranscript, withResults } from './transcript.mjs';

const bridged = ['1.24', '1.26', '1.28', '1.30', '1.32', '1.35', '1.37', '1.39', '1.41', '1.43'];
const engines = ['20.10', '26.1'];
/** What the reference engine lacks: BuildKit and registries on loopback. Other lists have its swarm. */
const noReference =
  /\b(kit|progress|push|pull|search|login|logout|5000|5001|buildx|swarm|service|node|secret|config|overlay)\b/;

/**
 * The suites: a list, and what runs it on what. Without `expected`, a run is compared with the results in the list, which are those of an
 * engine 26.1 with its command line; with another one, only the codes are. `clients` are the trees whose command line runs; without, that of the machine. `tree` is the one that has
 * the client. `without` matches commands that are left out.
 *
 * @type {Record<string, { question: string, list: string, codes?: true, expected?: string[], actual: string[], clients?: string[], versions?: string[], socket?: string }>}
 */
const suites = {
  commands: { question: 'exit codes of commands', list: 'commands', codes: true, actual: ['reference'] },
  output: { question: 'the output of commands', list: 'output', actual: ['reference'], without: noReference },
  scripts: { question: 'twenty scripts, with their output', list: 'scripts', actual: ['reference'], clients: ['26.1'] }, // prettier-ignore
  compose: { question: 'exit codes of docker compose', list: 'compose', codes: true, actual: ['reference'] },
  projects: { question: 'images of services: docker compose and a registry', list: 'projects', codes: true, actual: ['images:reference'], clients: ['26.1'], tree: '26.1' }, // prettier-ignore
  swarm: { question: 'a swarm of two nodes', list: 'swarm', actual: ['reference'] },
  testcontainers: { question: 'Testcontainers', list: 'testcontainers', actual: ['reference'] },
  ...Object.fromEntries(
    ['gateway', 'allow-list', 'from-client'].map((kind) => [
      kind,
      { question: `the output through ${kind}`, list: 'output', expected: engines, actual: engines.map((engine) => `${kind}:${engine}`), clients: ['20.10', '28.5'] }, // prettier-ignore
    ]),
  ),
  ...Object.fromEntries(
    ['gateway', 'from-client'].map((kind) => [
      `${kind}-reference`,
      { question: `the same with the reference engine`, list: 'output', expected: ['reference'], actual: [`${kind}:reference`], clients: ['20.10'], without: noReference }, // prettier-ignore
    ]),
  ),
  bridge: { question: 'old command lines through the bridge', list: 'output', expected: ['26.1'], actual: ['bridge:26.1'], versions: bridged }, // prettier-ignore
  'bridge-older': { question: 'a command line of 1.44 on an older engine', list: 'output', expected: ['26.1'], actual: ['bridge:20.10'], clients: ['28.5'], versions: ['1.44'] }, // prettier-ignore
  ...Object.fromEntries(
    Object.entries({
      'docker-py-5': { tree: '20.10', versions: ['1.24', '1.30', '1.35', '1.40'] },
      'docker-py-7': { tree: '26.1', versions: ['1.24', '1.30', '1.35', '1.40', '1.43'] },
      'compose-1': { tree: '20.10', versions: ['1.24', '1.30', '1.38', '1.41'] },
      'compose-2': { tree: '26.1', versions: ['1.35', '1.40', '1.41', '1.43'] },
      'testcontainers-bridged': { versions: ['1.24', '1.30', '1.32', '1.35', '1.40', '1.43'] },
    }).map(([list, more]) => [
      list,
      { question: `${list} through the bridge`, list, expected: ['forward:26.1'], actual: ['bridge:26.1'], ...more },
    ]),
  ),
};

const here = dirname(fileURLToPath(import.meta.url));
/** @type {{ suite: string, client: string, subject: string, version: string, date: string, steps: number, failed: number, differences: import('./run.mjs').Difference[] }[]} */
const results = [];
let values = {};

await runCommand('tools/e2e/acceptance/acceptance.mjs', {
  about: `Runs the commands of a list with real clients on a subject, and compares exit codes and output with what they do on another one, or with
the results of a real engine in the list. Identifiers, times and addresses are masked. A step that differs between two subjects is run
again in both, and counts if it differs again. The suites:

${Object.entries(suites)
  .map(([name, { question }]) => `  ${name.padEnd(24)} ${question}`)
  .join('\n')}

LADING_ENGINES is the folder of the engines; they have to run. Exit codes: 0 nothing differs, 1 something differs, 2 usage error.`,
  names: 'SUITE',
  options: {
    empty: ['', 'confirms that everything on the real engines is removed, repeatedly; required with them'],
    engine: ['NAME…', 'only with this engine (repeatable)'],
    client: ['NAME…', 'only with this command line (repeatable)'],
    versions: ['LIST', 'only these API versions'],
    only: ['TEXT', 'only commands that contain the text'],
    record: ['', 'run the list on the engine 26.1 instead, and write its results into the list'],
    busybox: ['FILE', 'a static busybox for the image (of the trees, or /bin/busybox)'],
  },
  page: join(here, 'results.md'),
  async run(given, { refuse }) {
    const { names, empty } = (values = given);
    const unknown = names.find((name) => suites[name] === undefined);
    const isReal = ({ expected = [], actual }) => [...expected, ...actual].some((one) => !/(^|:)reference$/.test(one));
    if (names.length === 0) refuse('name a suite');
    if (unknown !== undefined) refuse(`${unknown} is no suite`);
    if (!empty && (values.record || names.some((name) => isReal(suites[name]))))
      refuse('--empty is missing: everything on the real engines is removed');
    for (const suite of names) await (values.record ? record(suite) : compare(suite));
    return values.record ? {} : report();
  },
});

/** Writes what an engine does into the list. @param {string} suite */
async function record(suite) {
  const { list, codes, clients = [] } = suites[suite];
  const file = fileOf(list);
  const text = readFileSync(file, 'utf8');
  const commands = readTranscript(text).map(({ command }) => command);
  const ran = await runOn('26.1', commands, { client: clients[0] ?? values.client?.[0] });
  writeFileSync(file, withResults(text, ran, codes === undefined));
}

/** @param {string} name */
async function compare(name) {
  const { list, codes, expected, actual, clients, versions = [undefined], tree, without } = suites[name];
  const recorded = readTranscript(readFileSync(fileOf(list), 'utf8')).filter(
    ({ command }) => command.includes(values.only ?? '') && without?.test(command) !== true,
  );
  const commands = recorded.map(({ command }) => command);
  const isChosen = (chosen, one) => chosen === undefined || chosen.includes(one);
  for (const [index, subject] of actual.entries())
    for (const version of versions.filter((one) => isChosen(values.versions?.split(','), one)))
      for (const client of clients?.filter((one) => isChosen(values.client, one)) ?? [
        values.client?.[0] ?? clientOf(version),
      ]) {
        const engine = subject.split(':').at(-1) ?? '';
        if (!isChosen(values.engine, engine)) continue;
        const key = { suite: name, client: client ?? 'docker', subject, version: version ?? '' };
        const listen = tree && join(home, tree, 'dk/acceptance.sock');
        const direct = expected?.[index];
        // A server in front of an engine serves the version that it uses with it; without one, newer command lines would use a newer version.
        const directVersion = version ?? (direct && client === '28.5' ? spokenVersion(direct) : undefined);
        const both = async () => {
          const wanted = direct ? await runOn(direct, commands, { client, version: directVersion, listen }) : recorded;
          return [wanted, await runOn(subject, commands, { client, version, listen })];
        };
        const [wanted, got] = await both();
        const hasOutput = codes === undefined && (direct !== undefined || client === undefined || client === '26.1');
        let differences = differencesOf(wanted, got, hasOutput);
        if (direct && differences.length > 0) {
          const again = differencesOf(...(await both()), hasOutput).map(({ step }) => step);
          differences = differences.filter(({ step }) => again.includes(step));
        }
        const date = new Date().toISOString().slice(0, 10);
        const failed = wanted.filter(({ code }) => code !== 0).length;
        results.push({ ...key, date, steps: countOf(wanted), failed, differences });
        for (const { step, expected: left, actual: right } of differences)
          process.stdout.write(`$ ${step}\n${left.replace(/^/gm, '- ')}\n${right.replace(/^/gm, '+ ')}\n`);
      }
}

/** The command line of the tree 20.10 speaks up to 1.41. @param {string | undefined} version */
function clientOf(version) {
  if (version === undefined) return undefined;
  return Number(version.slice(2)) > 41 ? '28.5' : '20.10';
}

/**
 * @param {string} name
 * @param {readonly string[]} commands
 * @param {{ client?: string, version?: string, listen?: string }} options
 */
async function runOn(name, commands, { client, version, listen }) {
  const subject = await startSubject(name, name.includes(':') ? { listen } : {});
  try {
    return await runCommands(commands, subject, { client, version, busybox: values.busybox });
  } finally {
    subject.stop();
  }
}

function report() {
  const figures = right('steps', 'other codes than 0', 'differ');
  const columns = ['suite', 'command line', 'subject', 'version', 'date', ...figures];
  const rows = results.map(({ differences, ...key }) => [...Object.values(key), differences.length].map(String));
  const steps = results.reduce((sum, one) => sum + one.steps, 0);
  const equal = results.reduce((sum, one) => sum - one.differences.length, steps);
  return {
    text: `${markdownTable(columns, rows)}\n\n${equal} of ${steps} steps are equal.`,
    json: results,
    failed: results.some(({ differences }) => differences.length > 0),
    write: () => new Set(results.map((one) => one.suite)).forEach((suite) => writeSuite(suite, columns, rows)),
  };
}

/** Replaces the rows of the suite that were run. @param {string} suite */
function writeSuite(suite, columns, rows) {
  const page = join(here, 'results.md');
  const newest = rowsOf(page, suite, 4);
  for (const row of rows) if (row[0] === suite) newest.set(row.slice(0, 4).join(' '), row);
  writeResult(page, suite, markdownTable(columns, [...newest.values()]));
}

/** @param {string} list */
function fileOf(list) {
  return join(here, 'lists', `${list}.txt`);
}
