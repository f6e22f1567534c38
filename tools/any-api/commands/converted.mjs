/** Has clients of one version call generated servers of another one, and judges with ajv what handlers and clients receive. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { heading, inFolder } from '@lading/run/commands';
import { installOrSkip } from '@lading/run/installs';
import { markdownTable, right } from '@lading/run/markdown-table';
import { parse } from 'yaml';
import { versionedCopy } from '../documents/sample.mjs';
import { folder, ofCorpus, readme } from '../places.mjs';
import { inProcess, valueOf } from '../processes/in-process.mjs';
import { convertedEmitters, generatedIn, runLading } from '../workspace/generated.mjs';

/** @typedef {{ name: string, older: string, newer: string, rules?: string }} Pair published versions of one API, and a file of decided/ */

/** @type {readonly Pair[]} */
const versionedPairs = parse(readFileSync(join(folder, 'documents', 'pairs.yaml'), 'utf8')).map((pair) => ({
  ...pair,
  older: ofCorpus(pair.older),
  newer: ofCorpus(pair.newer),
}));

const columns = [
  ...['pair', 'clients'],
  ...right('operations', 'requests', 'reached a handler', 'failures', 'differences reached'),
];

/** @type {import('@lading/run/commands').Command} */
export default {
  about: `Generates the packages of pairs of versions, and sends requests of the older version to the server of the newer one: valid ones, and
ones with changed values. Conversion hooks pass messages on or write something wrong. Of pairs with conversion rules in decided/, clients
of each version then make valid calls to servers of the other one, converted by these. What handlers and clients receive is validated
with ajv by their own document. Prints a table, and each failure. The exit code is 1 if there are some, or an undecided difference.`,
  options: {
    operations: ['N', 'the most operations of a pair, drawn by the seed, of requests with changed values', 60],
    requests: ['N', 'the requests of an operation; half as many are valid calls of each version', 25],
    seed: ['N', 'what is drawn', 1],
    only: ['TEXT', 'pairs with TEXT in their name', ''],
    documents: ['FOLDER', 'a folder with documents that no package has: see the README of the tool', ''],
  },
  page: readme,
  marker: 'converted',
  async run({ only, documents, operations, requests, seed }, { progress }) {
    installOrSkip('documents');
    const own = (date) => join(documents, `discord-${date}.json`);
    const discord = { older: own('2025-10-10'), newer: own('2026-07-18') };
    const pairs = [...versionedPairs, { name: 'Discord 2025-10-10 → 2026-07-18', ...discord }];
    const rows = [];
    /** @type {import('lading/testing').DecidedDifference[]} */
    const decided = [];
    let isFailed = false;
    const check = async (name, clients, settings, out) => {
      const { value, failure } = await inProcess('checks/messages.mjs', [out, { seed, ...settings }]);
      const failures = value?.failures ?? [{ failure }];
      isFailed ||= failures.length > 0;
      for (const each of failures.slice(0, 20)) progress(`${name}, ${clients}: ${Object.values(each).join(': ')}`);
      const { operations: called, requests: sent, arrived, reached = [] } = value ?? {};
      const all = settings.decided?.differences.length;
      const reaches = all === undefined ? '' : `${reached.length} of ${all}`;
      rows.push([name, clients, called ?? 'not checked', sent ?? '', arrived ?? '', failures.length, reaches]);
    };
    for (const { name, older, newer, rules } of pairs.filter((pair) => pair.name.includes(only)))
      if (!existsSync(older)) progress(`skipped: ${name}, see --documents`);
      else
        await inFolder(async (work) => {
          const both = [versionedCopy(older, '1.0', work), versionedCopy(newer, '2.0', work)];
          const [out, withRules] = ['out', 'with-rules'].map((each) => join(work, each));
          const common = { documents: both, side: 'older', conversion: '1.0' };
          await generatedIn(out, both, { emitters: convertedEmitters });
          await check(name, 'older, any hooks', { ...common, operations, requests }, out);
          if (rules === undefined) return;
          const files = await generateWithRules(withRules, both, join(folder, 'decided', rules));
          decided.push(...files.differences);
          const calls = { ...common, conversion: '2.0', requests: Math.ceil(requests / 2), decided: files };
          for (const side of ['older', 'newer']) await check(name, side, { ...calls, side }, withRules);
        }).catch((error) => {
          isFailed = true;
          progress(`${name}: ${error.message}`);
          rows.push([name, '', 'not checked', '', '', '', '']);
        });
    const count = (isCounted) => decided.filter(isCounted).length;
    const undecided = count(({ rule }) => rule === 'undecided');
    const hooks = count(({ rule }) => rule === 'convert' || rule === 'hook');
    const derived = count((difference) => difference.derived);
    const written = decided.length - derived - hooks - undecided;
    const text = [
      heading(`seed ${seed}`, `\`--operations ${operations} --requests ${requests}\``),
      markdownTable(columns, rows),
      `Of ${decided.length} differences of pairs with rules, schemas decide ${derived}, written rules ${written}, and conversion hooks ${hooks}; ${undecided} are undecided.`,
    ];
    return { text: text.join('\n\n'), failed: isFailed || undecided > 0 };
  },
};

/** Generates the packages of two versions, whose derived overlay has conversion rules. @param {string} out @param {readonly string[]} both @param {string} rules their file */
async function generateWithRules(out, both, rules) {
  const overlay = `${out}.json`;
  const { actions, ...derived } = JSON.parse(await valueOf(runLading(['derive', '--json', ...both], both)));
  const decided = {
    'x-lading-difference': 'decided',
    'x-lading-conversion-rules': parse(readFileSync(rules, 'utf8')),
  };
  const [first, ...others] = actions;
  const content = { ...derived, extends: basename(derived.extends), actions: [{ ...first, ...decided }, ...others] };
  writeFileSync(overlay, JSON.stringify(content));
  await generatedIn(out, both.slice(0, 1), { overlays: [overlay], emitters: convertedEmitters });
  const differences = await valueOf(inProcess('checks/generator.mjs#differences', [...both, overlay]));
  return { hooks: join(folder, 'decided', 'hooks.mjs'), rules, differences };
}
