/** Refuses input that an operation does not have, which a program in JavaScript can pass and which would be left out. */
import { InputError, type CallMiddleware } from '@lading/runtime-client';
import { checkNames, invalidOption } from './unknown-option.js';

type AnyCall = Parameters<CallMiddleware>[0];

const callOptions = ['signal', 'headers', 'timeout', 'tty', 'onResponse'];
const meant = { abortSignal: 'signal' };

/**
 * @param others the names that the operation has in other versions
 * @throws InputError `INPUT_UNKNOWN`; `OPTION_UNKNOWN` and `OPTION_INVALID` for the options of the call
 */
export function checkInput({ operation, input, options }: AnyCall, others: readonly string[]): void {
  checkCallOptions(operation.id, options);
  const { id, path, query = {}, headers = {}, body, nested = [] } = operation;
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || name in query || name in headers || others.includes(name)) continue;
    if (path.includes(`{${name}}`) || (name === 'body' && body !== undefined)) continue;
    if ((nested as readonly string[]).includes(name)) continue;
    // The characters of a string, which was passed instead of an object.
    if (name === '0') throw new InputError('INPUT_INVALID', `${id} takes an object${remedy(name, operation)}`);
    throw new InputError('INPUT_UNKNOWN', `${id} has no parameter \`${name}\`${remedy(name, operation)}`);
  }
}

function checkCallOptions(id: string, options: AnyCall['options']): void {
  checkNames(id, options, callOptions, meant);
  const { signal, timeout } = options;
  // Not by its class: test environments have several.
  if (signal !== undefined && typeof (signal as Partial<AbortSignal> | null)?.aborted !== 'boolean')
    throw invalidOption(`${id}: signal`, 'an AbortSignal', signal);
  if (timeout !== undefined && !(Number.isFinite(timeout) && timeout >= 0))
    throw invalidOption(`${id}: timeout`, 'a number of milliseconds, or 0 for no limit', timeout);
}

function remedy(name: string, { path, query = {}, headers = {}, body }: AnyCall['operation']): string {
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, parameter = '']) => parameter);
  const all = [...inPath, ...Object.keys(query), ...Object.keys(headers)];
  const similar = all.find((one) => one.toLowerCase() === name.toLowerCase());
  if (similar !== undefined) return `: write \`${similar}\`.`;
  // Properties of bodies begin with a capital letter, parameters do not.
  if (body?.[0] === 'application/json' && /^[A-Z]/.test(name)) {
    return `: properties of the body are in \`body\`: { body: { ${name}: … } }.`;
  }
  return all.length === 0 ? '.' : `: it has ${all.join(', ')}${body === undefined ? '' : ' and body'}.`;
}
