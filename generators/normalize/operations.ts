/** Reads the operations of a document. */
import { get } from '../document/index.js';
import { methods, type Callback, type Response, type Body, type Group, type Operation } from '../ir/index.js';
import { bodyOf } from './content.js';
import { identifierOf, identify, type Identity } from './identify.js';
import {
  identitiesOf,
  type Identifiable,
  type OlderOperation,
  type OperationIdentity,
} from './operation-identities.js';
import { notesOf } from './notes.js';
import { parameterNodes, parametersOf } from './parameters.js';
import { responseOf } from './responses.js';
import { securityOf } from './security.js';
import { serversOf } from './servers.js';
import { swaggerBody } from './swagger-content.js';
import type { TypeReader } from './type-reader.js';
import type { Node, Source } from './source.js';
import { pascalCase, singular } from './naming.js';

/** The operations of a document, and the webhooks. */
export interface Operations {
  readonly operations: readonly Operation[];
  readonly webhooks: readonly Operation[];
}

/** The operations, with the nodes that they were read from. */
export interface ReadOperations extends Operations {
  /** The nodes of the operations by id. */
  readonly nodes: ReadonlyMap<string, Node>;
}

/**
 * Reads all operations in the order of the document.
 *
 * @param older the operations of older versions, those of newer ones first
 */
export function operationsOf(
  schemas: TypeReader,
  groups: readonly Group[],
  older: readonly OlderOperation[],
): ReadOperations {
  const { source } = schemas;
  const nouns = groups.map(({ name }) => pascalCase(name));
  const context: OperationContext = { schemas, groups, nouns };
  const identifiable = (key: 'paths' | 'webhooks', name: (node: OperationNode) => string) =>
    source
      .entries(source.root, key)
      .flatMap(([path, item]) => itemOperations(source, path, item))
      .map((node) => ({ ...node, ...identifiableOf(context, node, name(node)) }));
  const paths = identifiable('paths', ({ method, path }) => identifierOf(method, path));
  const nodes = [...paths, ...identifiable('webhooks', ({ path }) => `${path}Webhook`)];
  const identities = identitiesOf(nodes, older);
  const operations = nodes.flatMap((node, index) => {
    const identity = identities[index];
    return identity === undefined ? [] : [operationOf(context, node, identity)];
  });
  return {
    operations: operations.slice(0, paths.length),
    webhooks: operations.slice(paths.length),
    nodes: new Map(
      paths.flatMap(({ node }, index) => {
        const id = identities[index]?.id;
        return id === undefined ? [] : [[id, node] as const];
      }),
    ),
  };
}

interface OperationContext {
  readonly schemas: TypeReader;
  readonly groups: readonly Group[];
  /** The groups, each as a noun. */
  readonly nouns: readonly string[];
}

interface OperationNode {
  readonly path: string;
  readonly item: Node;
  readonly node: Node;
  readonly method: string;
}

/** Finds the operations of a path item: those of its methods, then those of its other methods. */
function itemOperations(source: Source, path: string, reference: Node): readonly OperationNode[] {
  const item = source.follow(reference);
  const byKeyword = Object.keys(item.value).flatMap((key) => {
    const method = methods.find((candidate) => candidate.toLowerCase() === key);
    const node = method && source.child(item, key);
    return method === undefined || node === undefined ? [] : [{ method, node }];
  });
  const others = source.entries(item, 'additionalOperations').map(([method, node]) => ({ method, node }));
  return [...byKeyword, ...others].map(({ method, node }) => ({ path, item, node, method }));
}

/** @param name the name of the operation if it has no identifier */
function identifiableOf(
  { schemas: { source }, nouns }: OperationContext,
  { path, node, method }: OperationNode,
  name: string,
): Identifiable {
  const [tag] = source.texts(node, 'tags');
  return { method, path, name, documentId: source.text(node, 'operationId'), nouns: [...nounsOf(tag), ...nouns] };
}

function operationOf(
  context: OperationContext,
  { path, item, node, method }: OperationNode,
  identity: OperationIdentity,
): Operation {
  const { schemas, groups } = context;
  const { source } = schemas;
  const tags = source.texts(node, 'tags');
  const group = groups.find(({ name }) => name === groupName(tags[0] ?? ''))?.name ?? 'common';
  const summary = source.text(node, 'summary');
  const parameters = parameterNodes(schemas, item, node);
  const body = requestBodyOf(schemas, node, parameters, identity);
  const security = securityOf(source, node);
  const servers = serversOf(source, node) ?? (source.swagger ? undefined : serversOf(source, item));
  const callbacks = callbacksOf(context, node, identity);
  return {
    ...identity,
    method,
    path,
    group,
    tags,
    ...(summary && { summary }),
    ...notesOf(node.value),
    parameters: parametersOf(schemas, parameters, identity.id),
    ...(body && { body }),
    responses: responsesOf(schemas, node, identity),
    ...(security && { security }),
    ...(servers && { servers }),
    ...(callbacks.length > 0 && { callbacks }),
  };
}

/**
 * Several operations may refer to one callback, so the identifier of each is that of its operation with the name of the
 * callback.
 */
function callbacksOf(context: OperationContext, node: Node, { id }: Identity): readonly Callback[] {
  const { source } = context.schemas;
  return source.entries(node, 'callbacks').flatMap(([name, reference]) => {
    const callback = source.follow(reference);
    const expressions = source.entries({ value: { callbacks: callback.value }, path: callback.path }, 'callbacks');
    return expressions.flatMap(([expression, item], index) => {
      const owner = `${id}${pascalCase(name)}${index === 0 ? '' : index + 1}`;
      return itemOperations(source, expression, item).map((found) => {
        const own = `${owner}${pascalCase(found.method.toLowerCase())}`;
        const identifiable = identifiableOf(context, found, own);
        const documentId = identifiable.documentId ?? own;
        const identity = { ...identify(documentId, found.method, identifiable.nouns), id: own, documentId };
        return { name, operation: operationOf(context, found, identity) };
      });
    });
  });
}

function requestBodyOf(
  schemas: TypeReader,
  operation: Node,
  parameters: readonly Node[],
  { id }: Identity,
): Body | undefined {
  const { source } = schemas;
  const name = `${id}Request`;
  if (source.swagger) return swaggerBody(schemas, parameters, mediaTypes(schemas, operation, 'consumes'), name);
  const body = source.child(operation, 'requestBody');
  return body && bodyOf(schemas, body, name);
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
