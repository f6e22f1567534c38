/** Parses JSON of files and parameters. */
import { BadRequest } from '@lading/server-v1.44';

/** @throws BadRequest in the words of engines */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const [, character] = /^Unexpected token '(.)'/u.exec(error instanceof Error ? error.message : '') ?? [];
    throw new BadRequest(
      character === undefined ? 'unexpected EOF' : `invalid character '${character}' looking for beginning of value`,
    );
  }
}
