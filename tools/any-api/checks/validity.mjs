/** A module for `inProcess`: an independent checker validates a document. */
import { pathToFileURL } from 'node:url';
import { ofCorpus } from '../places.mjs';
import { failureOf } from '../processes/in-process.mjs';

/** @param {string} path @throws Error for an invalid document */
export async function run(path) {
  const { validate } = await import(pathToFileURL(ofCorpus('@readme/openapi-parser/dist/index.js')).href);
  const { valid, errors } = await validate(path);
  if (!valid) throw failureOf(String(errors?.[0]?.message.split('\n')[0]));
}
