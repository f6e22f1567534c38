/** A program: ends with 1 if an independent checker finds the document invalid. */
import { pathToFileURL } from 'node:url';
import { ofCorpus } from '../places.mjs';

/** @type {{ validate: (path: string) => Promise<{ valid: boolean, errors?: readonly { message: string }[] }>,
 *   compileErrors: (result: unknown) => string }} */
const checker = await import(pathToFileURL(ofCorpus('@readme/openapi-parser/dist/index.js')).href);
const result = await checker.validate(String(process.argv[2])).catch((/** @type {Error} */ error) => ({
  valid: false,
  errors: [{ message: error.message }],
}));
if (!result.valid) {
  process.stdout.write(`${result.errors?.[0]?.message.split('\n')[0]}\n`);
  process.exitCode = 1;
}
