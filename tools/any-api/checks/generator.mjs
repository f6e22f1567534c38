/** Functions for `inProcess`: what a generator says of documents, and what others say of its results. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inFolder } from '@lading/run/commands';
import {
  Steps,
  applyOverlay,
  decidedDifferences,
  derive,
  equal,
  main,
  namesIn,
  overlayEngines,
  parseOverlay,
  printOverlay,
  reachablePages,
  readDocument,
  timelineOf,
} from 'lading/testing';
import { parse } from 'yaml';
import { ofCorpus } from '../places.mjs';
import { failureOf } from '../processes/in-process.mjs';

/** An independent checker validates a document. @param {string} path @throws Error for an invalid document */
export async function validity(path) {
  const { validate } = await import(pathToFileURL(ofCorpus('@readme/openapi-parser/dist/index.js')).href);
  const { valid, errors } = await validate(path);
  if (!valid) throw failureOf(String(errors?.[0]?.message.split('\n')[0]));
}

/** Derives the overlay, and applies it with every implementation. @param {string} fromPath @param {string} toPath @throws Error that says what differs */
export async function overlay(fromPath, toPath) {
  const [from, to] = [readDocument(fromPath), readDocument(toPath)];
  const text = printOverlay(derive(from, to, { extends: 'from.json' }));
  /** @type {Readonly<Record<string, (root: any, text: string) => any>>} */
  const engines = {
    Lading: (root) => applyOverlay(root, parseOverlay('overlay.yaml', parse(text))),
    ...overlayEngines,
  };
  const problems = [];
  for (const [name, apply] of Object.entries(engines))
    try {
      if (!equal(await apply(from.root, text), to.root)) problems.push(`${name} applies the overlay to another result`);
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  if (problems.length > 0) throw failureOf(problems.join('; '));
}

/** The reference of a document has each operation, schema, parameter, header, webhook and callback on a page that links reach. @param {string} path @throws Error that names what is missing */
export function reference(path) {
  return inFolder(async (site) => {
    const status = await main(['docs', '--document', path, '--out', site, '--quiet']);
    if (status !== 0) throw failureOf(`lading docs ended with ${status}`);
    const text = plain([...reachablePages(site).values()].map(textOf).join(' '));
    const missing = namesIn((await readDocument(path)).root).filter((name) => !text.includes(plain(name)));
    if (missing.length > 0) throw failureOf(`not reachable: ${missing.slice(0, 20).join(', ')}`);
  });
}

/** @param {string} html */
function textOf(html) {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(parseInt(code, 16)))
    .replace(/&(?:lt|gt|quot|amp|#\d+);/g, '');
}

/** The letters and digits: identifiers in code have no others. @param {string} name */
function plain(name) {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Lists the differences of two versions, each with the rule that decides it. @param {string} older @param {string} newer @param {string} file that of the overlay between them */
export async function differences(older, newer, file) {
  const [before, after] = [readDocument(older), readDocument(newer)];
  const overlay = { file: basename(file), content: JSON.parse(readFileSync(file, 'utf8')) };
  const next = { document: after, source: basename(newer), extends: before.version, overlay };
  const all = timelineOf([{ document: before, source: basename(older) }, next], new Steps(() => undefined));
  const [base, step] = all.versions;
  const { rules, differences, version } = step;
  if (rules === undefined || differences === undefined) throw new Error('The overlay has no rules');
  return decidedDifferences({ version, older: base.api, newer: step.api, rules, differences });
}
