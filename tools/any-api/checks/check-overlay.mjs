/** A program: derives the overlay between two documents and applies it, with every implementation. Prints what differs. */
import { applyOverlay, derive, equal, overlayEngines, parseOverlay, printOverlay, readDocument } from 'lading/testing';
import { parse } from 'yaml';

const [fromPath = '', toPath = ''] = process.argv.slice(2);
const [from, to] = [readDocument(fromPath), readDocument(toPath)];
const text = printOverlay(derive(from, to, { extends: 'from.json' }));
await report('Lading', () => applyOverlay(from.root, parseOverlay('overlay.yaml', parse(text))));
for (const [name, engine] of Object.entries(overlayEngines)) await report(name, () => engine(from.root, text));

/** @param {string} name @param {() => unknown} apply */
async function report(name, apply) {
  try {
    if (equal(/** @type {import('lading/testing').Json} */ (await apply()), to.root)) return;
    process.stdout.write(`error: ${name} applies the overlay to another result\n`);
  } catch (error) {
    process.stdout.write(`error: ${name}: ${error instanceof Error ? error.message : error}\n`);
  }
  process.exitCode = 1;
}
