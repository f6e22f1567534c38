/** A module for `run-program.mjs`: an independent checker validates a document. */
import { pathToFileURL } from 'node:url';
import { ofCorpus } from '../places.mjs';

/** @type {{ validate: (path: string) => Promise<{ valid: boolean, errors?: readonly { message: string }[] }>,
 *   compileErrors: (result: unknown) => string }} */
const checker = await import(pathToFileURL(ofCorpus('@readme/openapi-parser/dist/index.js')).href);

/** @param {readonly string[]} args the path of the document @returns the exit code: 1 for an invalid document */
export async function run([path]) {
  const result = await checker.validate(String(path)).catch((/** @type {Error} */ error) => ({
    valid: false,
    errors: [{ message: error.message }],
  }));
  if (result.valid) return 0;
  process.stdout.write(`${result.errors?.[0]?.message.split('\n')[0]}\n`);
  return 1;
}
