/** What commands have in common: repeatable options, and the printing of results. */
import { printYaml, type Json } from '../document/index.js';

/** Collects the values of a repeatable option. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Prints a document, as `--json` says. */
export function printDocument(root: Json, json: boolean): void {
  if (json) printJson(root);
  else process.stdout.write(printYaml(root));
}
