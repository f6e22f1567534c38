/** Refuses input that an operation does not have, which a program in JavaScript can pass and which would be left out. */
import { InputError, type CallMiddleware } from '@lading/runtime-client';

type AnyCall = Parameters<CallMiddleware>[0];

/**
 * @param others the names that the operation has in other versions
 * @throws InputError `INPUT_UNKNOWN`
 */
export function checkInput({ operation, input }: AnyCall, others: readonly string[]): void {
  const { id, path, query = {}, headers = {}, body, nested = [] } = operation;
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || name in query || name in headers || others.includes(name)) continue;
    if (path.includes(`{${name}}`) || (name === 'body' && body !== undefined)) continue;
    if ((nested as readonly string[]).includes(name)) continue;
    throw new InputError('INPUT_UNKNOWN', `${id} has no parameter \`${name}\`${remedy(name, operation)}`);
  }
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
