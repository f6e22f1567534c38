/** Sends requests of older versions to generated servers of newer ones, and has what handlers receive judged by ajv. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { heading, inFolder } from '@lading/run/commands';
import { installOrSkip } from '@lading/run/installs';
import { markdownTable, right } from '@lading/run/markdown-table';
import { parse } from 'yaml';
import { versionedCopy } from '../documents/sample.mjs';
import { folder, ofCorpus, readme } from '../places.mjs';
import { inProcess } from '../processes/in-process.mjs';
import { convertedEmitters, generate } from '../workspace/generated.mjs';
import { writeProject } from '../workspace/workspace.mjs';

/** Pairs of published versions of one API. @type {readonly { name: string, older: string, newer: string, rules?: string }[]} */
export const versionedPairs = parse(readFileSync(join(folder, 'documents', 'pairs.yaml'), 'utf8')).map((pair) => ({
  ...pair,
  older: ofCorpus(pair.older),
  newer: ofCorpus(pair.newer),
}));

const first = ['operations', 'requests', 'reached a handler', 'refused', 'errors of hooks', 'with losses'];
const columns = ['pair', ...right(...first, 'values that the type excludes', 'unreported losses')];

/** @type {import('@lading/run/commands').Command} */
export default {
  about: `Generates the packages of pairs of versions, and sends requests of the older version to the server of the newer one: valid ones, and
ones with changed values. Conversion hooks pass messages on or write something wrong. What handlers receive is validated with ajv
by the newer document. Prints a table, and each failure. The exit code is 1 if there are some.`,
  options: {
    operations: ['N', 'the most operations of a pair, drawn by the seed', 60],
    requests: ['N', 'the requests of an operation', 25],
    seed: ['N', 'what is drawn', 1],
    only: ['TEXT', 'pairs with TEXT in their name', ''],
    documents: ['FOLDER', 'a folder with documents that no package has: see the README of the tool', ''],
  },
  page: readme,
  marker: 'converted',
  async run({ only, documents, ...numbers }, { progress }) {
    installOrSkip('documents');
    const own = (date) => join(documents, `discord-${date}.json`);
    const discord = { older: own('2025-10-10'), newer: own('2026-07-18') };
    const pairs = [...versionedPairs, { name: 'Discord 2025-10-10 → 2026-07-18', ...discord }];
    const rows = [];
    let isFailed = false;
    for (const { name, older, newer } of pairs.filter((pair) => pair.name.includes(only))) {
      if (!existsSync(older)) {
        progress(`skipped: ${name}, see --documents`);
        continue;
      }
      const { value, failure } = await inFolder(async (work) => {
        const both = [versionedCopy(older, '1.0', work), versionedCopy(newer, '2.0', work)];
        const out = join(work, 'out');
        const generated = await generate(out, both, { emitters: convertedEmitters });
        if (generated.failure !== undefined) return generated;
        writeProject(out);
        const { seed, operations, requests } = numbers;
        const settings = { documents: both, side: 'older', conversion: '1.0', seed, operations, requests };
        return inProcess('checks/messages.mjs', [out, settings]);
      });
      const failures = value?.failures ?? [{ failure }];
      isFailed ||= failures.length > 0;
      for (const each of failures.slice(0, 20)) progress(`${name}: ${Object.values(each).join(': ')}`);
      rows.push([name, ...(value === undefined ? ['not checked', ...Array(7).fill('')] : figuresOf(value))]);
    }
    const head = heading(`seed ${numbers.seed}`, `\`--operations ${numbers.operations}\``);
    return { text: `${head}\n\n${markdownTable(columns, rows)}`, failed: isFailed };
  },
};

function figuresOf({ operations, requests, arrived, refused, hookErrors, lossy, failures }) {
  const lost = failures.filter(({ reason }) => reason.includes('lost')).length;
  return [operations, requests, arrived, refused, hookErrors, lossy, failures.length - lost, lost];
}
