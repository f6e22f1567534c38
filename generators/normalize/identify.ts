/** A document's operationId → noun and verb: `PutPetPhoto` is pet.putPhoto, `Session` is session.start. */
import type { Method } from '../ir/index.js';
import { camel, pascal, wordsOf } from './words.js';

export interface Identity {
  readonly id: string;
  readonly noun: string;
  readonly verb: string;
}

/** Verbs that some documents write before the noun. */
const leading = new Set([
  'Get',
  'Put',
  'Post',
  'List',
  'Create',
  'Update',
  'Delete',
  'Set',
  'Patch',
  'Head',
  'Check',
  'Is',
  'Add',
  'Remove',
]);

/** What an operation is called whose identifier is only a noun. */
const alone: Readonly<Record<Method, string>> = {
  GET: 'get',
  HEAD: 'check',
  POST: 'start',
  PUT: 'put',
  DELETE: 'delete',
  PATCH: 'patch',
  OPTIONS: 'options',
  TRACE: 'trace',
};

/** @param nouns the document's resource groups, spelled as a singular noun: `Pet` */
export function identify(documentId: string, method: Method, nouns: readonly string[]): Identity {
  const id = pascal(documentId);
  const noun = nouns.filter((candidate) => id.startsWith(candidate)).sort((a, b) => b.length - a.length)[0];
  if (noun !== undefined && id.length > noun.length) return identity(noun, id.slice(noun.length));
  if (noun !== undefined) return identity(noun, alone[method]);
  const [first = id, second, ...others] = wordsOf(documentId);
  if (second === undefined) return identity(first, alone[method]);
  if (leading.has(first)) return identity(second, [first, ...others].join(''));
  return identity(first, [second, ...others].join(''));
}

function identity(noun: string, verb: string): Identity {
  return { id: `${pascal(noun)}${pascal(verb)}`, noun: camel(noun), verb: camel(verb) };
}

/** What an operation without an identifier is called: `GET /system/df` → `GetSystemDf`. */
export function identifierOf(method: string, path: string): string {
  return `${pascal(method.toLowerCase())}${pascal(path)}`;
}
