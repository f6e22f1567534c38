/** Derives noun and verb of an operation from its operationId: `PutPetPhoto` is pet.putPhoto, `Session` is session.start. */
import type { Method } from '../ir/index.js';
import { camelCase, pascalCase, wordsOf } from './naming.js';

export interface Identity {
  readonly id: string;
  readonly noun: string;
  readonly verb: string;
}

/** Verbs that some documents put before the noun. */
const leadingVerbs = new Set([
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

/** The verb of an operation whose identifier is only a noun. */
const defaultVerbs: Readonly<Record<Method, string>> = {
  GET: 'get',
  HEAD: 'check',
  POST: 'start',
  PUT: 'put',
  DELETE: 'delete',
  PATCH: 'patch',
  OPTIONS: 'options',
  TRACE: 'trace',
  QUERY: 'query',
};

function defaultVerb(method: string): string {
  return Object.hasOwn(defaultVerbs, method) ? defaultVerbs[method as Method] : camelCase(method.toLowerCase());
}

/** @param nouns the document's resource groups, each as a singular noun: `Pet` */
export function identify(documentId: string, method: string, nouns: readonly string[]): Identity {
  const id = pascalCase(documentId);
  const noun = nouns.filter((candidate) => id.startsWith(candidate)).sort((a, b) => b.length - a.length)[0];
  if (noun !== undefined && id.length > noun.length) return identity(noun, id.slice(noun.length));
  if (noun !== undefined) return identity(noun, defaultVerb(method));
  const [first = id, second, ...others] = wordsOf(documentId);
  if (second === undefined) return identity(first, defaultVerb(method));
  if (leadingVerbs.has(first)) return identity(second, [first, ...others].join(''));
  return identity(first, [second, ...others].join(''));
}

function identity(noun: string, verb: string): Identity {
  return { id: `${pascalCase(noun)}${pascalCase(verb)}`, noun: camelCase(noun), verb: camelCase(verb) };
}

/** Names an operation without an identifier: `GET /system/df` → `GetSystemDf`. */
export function identifierOf(method: string, path: string): string {
  return `${pascalCase(method.toLowerCase())}${pascalCase(path)}`;
}
