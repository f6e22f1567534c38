/** Finds the parts of requests that two versions declare alike. */
import type { OperationContract } from '@lading/runtime-wire';
import { requestParts, type RequestPart } from '../request/index.js';
import { areEqualContracts } from '../schema/index.js';

/** Returns the parts of requests that both versions of an operation declare alike: all if the rules between them are equal, too. */
export function equalPartsOf(one: OperationContract, other: OperationContract): ReadonlySet<RequestPart> {
  if (one === other) return new Set(requestParts);
  if (!areEqualContracts(one.rules ?? [], other.rules ?? [])) return new Set();
  return new Set(requestParts.filter((part) => areEqualContracts(contractsOf(one, part), contractsOf(other, part))));
}

function contractsOf({ parameters, body }: OperationContract, part: RequestPart): unknown {
  if (part === 'body') return body;
  // A query as a whole is read as one of the parameters of the query.
  const own = { ...parameters?.[part], ...(part === 'query' && parameters?.querystring) };
  return Object.keys(own).length === 0 ? undefined : own;
}
