/** A module for `run-program.mjs`: derives the overlay between two documents and applies it, with every implementation. Prints what differs. */
import { applyOverlay, derive, equal, overlayEngines, parseOverlay, printOverlay, readDocument } from 'lading/testing';
import { parse } from 'yaml';

/** @param {readonly string[]} args the paths of both documents @returns the exit code: 1 for a difference */
export async function run([fromPath = '', toPath = '']) {
  const [from, to] = [readDocument(fromPath), readDocument(toPath)];
  const text = printOverlay(derive(from, to, { extends: 'from.json' }));
  const engines = {
    Lading: () => applyOverlay(from.root, parseOverlay('overlay.yaml', parse(text))),
    ...Object.fromEntries(
      Object.entries(overlayEngines).map(([name, engine]) => [name, () => engine(from.root, text)]),
    ),
  };
  let isEqual = true;
  for (const [name, apply] of Object.entries(engines)) {
    const problem = await problemOf(apply, to.root);
    if (problem === undefined) continue;
    process.stdout.write(`error: ${name}${problem}\n`);
    isEqual = false;
  }
  return isEqual ? 0 : 1;
}

/** @param {() => unknown} apply @param {import('lading/testing').Json} wanted */
async function problemOf(apply, wanted) {
  try {
    const isEqual = equal(/** @type {import('lading/testing').Json} */ (await apply()), wanted);
    return isEqual ? undefined : ' applies the overlay to another result';
  } catch (error) {
    return `: ${error instanceof Error ? error.message : error}`;
  }
}
