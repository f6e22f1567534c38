/** Readers of header parameters. */
import { inspect } from 'node:util';
import type { ParameterContract, Schema } from '@lading/runtime-wire';
import { isJsonObject, Problems, readRequest } from '../schema/index.js';
import { parameterReader } from './parameter-reader.js';
import { decodeJson } from './parse-json.js';

export interface HeaderReader {
  readonly name: string;
  /** The name in lower case. */
  readonly key: string;
  readonly read: (text: string | undefined, problems: Problems) => unknown;
}

export function headerReader(name: string, parameter: ParameterContract): HeaderReader {
  const { read } = parameterReader('headers', name, parameter);
  return {
    name,
    key: name.toLowerCase(),
    read: (text, problems) => read(text === undefined ? undefined : [text], problems),
  };
}

/**
 * Returns the reader of credentials, which are JSON in padded base64url. Credentials that are empty or cannot be read
 * are none, an empty object, and not an error, as in engines: some operations require the header, whatever it contains.
 */
export function credentialsReader(name: string, parameter: ParameterContract): HeaderReader {
  return {
    name,
    key: name.toLowerCase(),
    read: (text) => {
      if (text === undefined) return undefined;
      const problems = new Problems();
      const value = decodeCredentials(text, parameter.schema);
      if (!isJsonObject(value)) return {};
      const read = readRequest(parameter.schema, value, problems);
      return problems.count === 0 ? hidden(read as object) : {};
    },
  };
}

/** Returns credentials that programs read, and that neither `JSON.stringify` nor `util.inspect` shows, as a log would. */
function hidden(credentials: object): unknown {
  const shown = { value: () => '[credentials]' };
  return Object.defineProperties({ ...credentials }, { toJSON: shown, [inspect.custom]: shown });
}

/** Groups of four digits, of which the last may be padded. Engines do not decode what follows. */
const base64Groups = /^(?:[\w-]{4})*(?:[\w-]{2}==|[\w-]{3}=)?/;

/** Decodes the first value of a header that may have been sent several times and joined by commas, as engines do. */
function decodeCredentials(text: string, schema: Schema): unknown {
  const [digits = ''] = base64Groups.exec(text) ?? [];
  return decodeJson(Buffer.from(digits, 'base64url').toString('utf8'), schema)?.value;
}
