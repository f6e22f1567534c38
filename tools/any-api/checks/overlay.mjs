/** A module for `inProcess`: derives the overlay between two documents. */
import { applyOverlay, derive, equal, overlayEngines, parseOverlay, printOverlay, readDocument } from 'lading/testing';
import { parse } from 'yaml';
import { failureOf } from '../processes/in-process.mjs';

/** Derives the overlay, and applies it with every implementation. @param {string} fromPath @param {string} toPath @throws Error that says what differs */
export async function run(fromPath, toPath) {
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
