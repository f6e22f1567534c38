/** A module for `run-program.mjs`: writes the differences of two versions into a file, each with the rule that decides it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { decidedDifferences, readDocument, Steps, timelineOf } from 'lading/testing';

/** @param {readonly string[]} args the documents of both versions, the overlay between them, and the file */
export async function run([older = '', newer = '', overlay = '', file = '']) {
  const [before, after] = [readDocument(older), readDocument(newer)];
  const content = JSON.parse(readFileSync(overlay, 'utf8'));
  const timeline = timelineOf(
    [
      { document: before, source: basename(older) },
      {
        document: after,
        source: basename(newer),
        extends: before.version,
        overlay: { file: basename(overlay), content },
      },
    ],
    new Steps(() => undefined),
  );
  const [base, step] = timeline.versions;
  if (base === undefined || step?.rules === undefined || step.differences === undefined)
    throw new Error('The overlay has no rules');
  const { rules, differences, version } = step;
  const all = decidedDifferences({ version, older: base.api, newer: step.api, rules, differences });
  writeFileSync(file, JSON.stringify(all));
}
