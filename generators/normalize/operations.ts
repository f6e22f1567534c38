/** Reads the operations of a document. */
import { get } from '../document/index.js';
import type { Response, Body, Group, Method, Operation } from '../ir/index.js';
import { responseOf, bodyOf, swaggerBodyOf } from './content.js';
import type { Identity } from './identify.js';
import { identitiesOf, type Identifiable, type OperationIdentity } from './operation-identities.js';
import { notesOf } from './notes.js';
import { parametersOf } from './parameters.js';
import type { TypeReader } from './type-reader.js';
import type { Node } from './source.js';
import { pascalCase, singular } from './naming.js';

const methods: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'];

/** Reads all operations in the order of the document. */
export function operationsOf(schemas: TypeReader, groups: readonly Group[]): readonly Operation[] {
  const { source } = schemas;
  const nouns = groups.map(({ name }) => pascalCase(name));
  const sites = source.entries(source.root, 'paths').flatMap(([path, item]) => {
    const node = source.follow(item);
    return Object.keys(node.value).flatMap((key): LocatedOperation[] => {
      const method = methods.find((candidate) => candidate === key.toUpperCase());
      const operation = method && source.child(node, key);
      if (method === undefined || operation === undefined) return [];
      const documentId = source.text(operation, 'operationId');
      const tag = source.texts(operation, 'tags')[0];
      return [{ path, item: node, operation, method, documentId, tag, nouns: [...nounsOf(tag), ...nouns] }];
    });
  });
  const identities = identitiesOf(sites);
  return sites.flatMap((site, index) => {
    const identity = identities[index];
    return identity === undefined ? [] : [operationOf(schemas, groups, site, identity)];
  });
}

interface LocatedOperation extends Identifiable {
  readonly item: Node;
  readonly operation: Node;
  readonly tag: string | undefined;
}

function operationOf(
  schemas: TypeReader,
  groups: readonly Group[],
  { path, item, operation, method, tag }: LocatedOperation,
  identity: OperationIdentity,
): Operation {
  const { source } = schemas;
  const group = groups.find(({ name }) => name === groupName(tag ?? ''))?.name ?? 'common';
  const summary = source.text(operation, 'summary');
  const body = requestBodyOf(schemas, operation, identity);
  return {
    ...identity,
    method,
    path,
    group,
    ...(summary && { summary }),
    ...notesOf(operation.value),
    parameters: parametersOf(schemas, item, operation, identity.id),
    ...(body && { body }),
    responses: responsesOf(schemas, operation, identity),
  };
}

function requestBodyOf(schemas: TypeReader, operation: Node, { id }: Identity): Body | undefined {
  const { source } = schemas;
  if (!source.swagger) {
    const body = source.child(operation, 'requestBody');
    return body && bodyOf(schemas, body, `${id}Request`);
  }
  const body = source
    .entries(operation, 'parameters')
    .map(([, node]) => source.follow(node))
    .find((node) => source.text(node, 'in') === 'body');
  return body && swaggerBodyOf(schemas, body, mediaTypes(schemas, operation, 'consumes'), `${id}Request`);
}

function responsesOf(schemas: TypeReader, operation: Node, { id }: Identity): readonly Response[] {
  const produces = mediaTypes(schemas, operation, 'produces');
  const entries = schemas.source.entries(operation, 'responses');
  const success = entries.find(([status]) => /^2/.test(status))?.[0];
  return entries.map(([status, node]) => {
    const name = status === success ? `${id}Response` : `${id}Response${pascalCase(status)}`;
    return responseOf({ schemas, name, produces }, status, node);
  });
}

function mediaTypes({ source }: TypeReader, operation: Node, key: 'consumes' | 'produces'): readonly string[] {
  const node = get(operation.value, key) === undefined ? source.root : operation;
  return source.texts(node, key);
}

/** Returns the name of a tag's group: `Pet` → `pet`. */
export function groupName(tag: string): string {
  const name = pascalCase(tag);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Returns the nouns of a tag, which may be singular or plural. */
function nounsOf(tag: string | undefined): readonly string[] {
  const noun = pascalCase(tag ?? '');
  return noun === '' ? [] : [...new Set([noun, singular(noun)])];
}
