/** How header parameters are read. */
import { decodeHeader } from '@lading/runtime-wire';
import type { Parameter } from '../contract/index.js';
import { Problems, readerOf } from '../shape/index.js';
import { parameterReader } from './parameter.js';

export interface HeaderReader {
  readonly name: string;
  /** In lower case. */
  readonly key: string;
  readonly read: (text: string | undefined, problems: Problems) => unknown;
}

export function headerReader(name: string, parameter: Parameter): HeaderReader {
  const { read } = parameterReader('headers', name, parameter);
  return {
    name,
    key: name.toLowerCase(),
    read: (text, problems) => read(text === undefined ? undefined : [text], problems),
  };
}

/**
 * Credentials: either alphabet of base64, padded or not. As for engines, what cannot be read and what says nothing
 * stands for no credentials, and is no mistake.
 */
export function credentialsReader(name: string, parameter: Parameter): HeaderReader {
  const reader = readerOf(parameter.shape, 'request');
  return {
    name,
    key: name.toLowerCase(),
    read: (text) => {
      if (text === undefined || text === '') return undefined;
      const found = new Problems();
      const value = decoded(name, text);
      if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return undefined;
      const read = reader(value, found);
      return found.count === 0 ? read : undefined;
    },
  };
}

function decoded(name: string, text: string): unknown {
  try {
    return decodeHeader(name, 'base64url-json', text);
  } catch {
    return undefined;
  }
}
