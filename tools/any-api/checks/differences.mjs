/** A module for `inProcess`: lists the differences of two versions, each with the rule that decides it. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { decidedDifferences, readDocument, Steps, timelineOf } from 'lading/testing';

/** @param {string} older @param {string} newer @param {string} file that of the overlay between them */
export async function run(older, newer, file) {
  const [before, after] = [readDocument(older), readDocument(newer)];
  const overlay = { file: basename(file), content: JSON.parse(readFileSync(file, 'utf8')) };
  const next = { document: after, source: basename(newer), extends: before.version, overlay };
  const all = timelineOf([{ document: before, source: basename(older) }, next], new Steps(() => undefined));
  const [base, step] = all.versions;
  const { rules, differences, version } = step;
  if (rules === undefined || differences === undefined) throw new Error('The overlay has no rules');
  return decidedDifferences({ version, older: base.api, newer: step.api, rules, differences });
}
