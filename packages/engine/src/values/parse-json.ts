/** Parses JSON of files and parameters. */
import { jsonProblem } from '@lading/runtime-wire';
import { BadRequest } from '@lading/server-v1.44';

/** @throws BadRequest in the words of engines, which call it invalid JSON in bodies only */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BadRequest(jsonProblem(error, text).replace(/^invalid JSON: /, ''));
  }
}
