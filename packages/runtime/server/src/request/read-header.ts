/** How header parameters are read. */
import type { ParameterContract, Schema } from '@lading/runtime-wire';
import { Problems, readRequest } from '../schema/index.js';
import { decodeJson } from './decode-json.js';
import { parameterReader } from './parameter.js';

export interface HeaderReader {
  readonly name: string;
  /** In lower case. */
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
 * Credentials: base64 in the alphabet for URLs, padded. As for engines, what cannot be read and what says nothing stands
 * for no credentials, and is no mistake.
 */
export function credentialsReader(name: string, parameter: ParameterContract): HeaderReader {
  return {
    name,
    key: name.toLowerCase(),
    read: (text) => {
      if (text === undefined || text === '') return undefined;
      const found = new Problems();
      const value = decoded(text, parameter.schema);
      if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return undefined;
      const read = readRequest(parameter.schema, value, found);
      return found.count === 0 ? read : undefined;
    },
  };
}

/** Groups of four digits, of which the last may be padded: what is behind them engines do not reach. */
const quanta = /^(?:[\w-]{4})*(?:[\w-]{2}==|[\w-]{3}=)?/;

/** Of a header that was sent several times, joined by commas, engines take the first. */
function decoded(text: string, schema: Schema): unknown {
  const [digits = ''] = quanta.exec(text) ?? [];
  return decodeJson(Buffer.from(digits, 'base64url').toString('utf8'), schema)?.value;
}
