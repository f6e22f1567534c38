// Removes credentials from exchanges before they are written, and data of the recording machine from those that are committed.

import { mapStrings, type Exchange } from './exchange.js';

/** The headers and properties of credentials, in lower case. */
const credentials = new Set([
  ...['authorization', 'x-registry-auth', 'x-registry-config', 'x-docker-expose-session-sharedkey'],
  ...['password', 'auth', 'identitytoken', 'registrytoken', 'jointoken', 'unlockkey'],
]);
const replacement = 'redacted';

/** Removes credentials from an exchange before it is written. An empty one is a fact about the wire and not a secret. */
export function redact(exchange: Exchange): Exchange {
  return mapStrings(exchange, (text, name) =>
    text !== '' && credentials.has(name.toLowerCase())
      ? replacement
      : text.replace(/SWM(TKN|KEY)-1-[\w+/-]+/g, `SWM$1-1-${replacement}`),
  );
}

const maximumLength = 400;

/** Removes data of the machine, and replaces identifiers by numbers in the order of their first occurrence: the output is deterministic. */
export function anonymizer(): (exchange: Exchange) => Exchange {
  const numbers = new Map<string, string>();
  const numbered = (id: string): string => {
    const found = numbers.get(id.slice(0, 12)) ?? (numbers.size + 1).toString(16).padStart(6, '0').padEnd(12, 'a');
    numbers.set(id.slice(0, 12), found);
    return found.padEnd(id.length, '0').slice(0, id.length);
  };
  const word = (text: string): string =>
    text
      .replaceAll(/\b[0-9a-f]{64}\b/g, numbered)
      .replaceAll(/\b(index|registry-1|auth|hub)\.docker\.(io|com)\b/g, 'registry.example')
      .replaceAll(/\b\d+\.\d+\.\d+-[a-z]+-v\d+\b/g, '6.1.0');
  const clean = (text: string, name: string): string => {
    const result = /^kernelversion$/i.test(name) ? '6.1.0' : word(text);
    return result.length > maximumLength ? `${result.slice(0, maximumLength)}…` : result;
  };
  return (exchange) => mapStrings(exchange, clean, word);
}
