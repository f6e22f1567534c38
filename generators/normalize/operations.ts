/** Reads the operations of a document. */
import { get } from '../document/index.js';
import { methods, type Callback, type Response, type Body, type Group, type Operation } from '../ir/index.js';
import { LadingError } from '../diagnostics/index.js';
import { bodyOf } from './content.js';
import { identifierOf, identify, type Identity } from './identify.js';
import { notesOf } from './notes.js';
import { parameterNodes, parametersOf } from './parameters.js';
import { responseOf } from './responses.js';
import { securityOf } from './security.js';
import { serversOf } from './servers.js';
import { swaggerBody } from './swagger-content.js';
import type { TypeReader } from './type-reader.js';
import type { Node } from './source.js';
import { pascalCase, singular } from './naming.js';

/** The operations of a document, and the webhooks. */
export interface Operations {
  readonly operations: readonly Operation[];
  readonly webhooks: readonly Operation[];
}

/** Reads all operations in the order of the document. @throws OPERATION_DUPLICATE */
export function operationsOf(schemas: TypeReader, groups: readonly Group[]): Operations {
  const { source } = schemas;
  const places = new Map<string, string>();
  const nouns = groups.map(({ name }) => pascalCase(name));
  const context: OperationContext = { schemas, groups, nouns, name: identifierOf };
  const read = (key: 'paths' | 'webhooks', within: OperationContext) =>
    source.entries(source.root, key).flatMap(([path, item]) =>
      itemOperations(within, path, item).map(({ operation, node }) => {
        rejectDuplicate(places, operation, `${operation.method} ${path}`, source.place(node.path));
        return operation;
      }),
    );
  const operations = read('paths', context);
  return { operations, webhooks: read('webhooks', { ...context, name: (_method, path) => `${path}Webhook` }) };
}

interface OperationContext {
  readonly schemas: TypeReader;
  readonly groups: readonly Group[];
  /** The groups, each as a noun. */
  readonly nouns: readonly string[];
  /** Names an operation without an identifier. */
  readonly name: (method: string, path: string) => string;
  /** Returns the identifier of an operation if it does not follow from that of the document. */
  readonly id?: (method: string) => string;
}

interface ReadOperation {
  readonly operation: Operation;
  readonly node: Node;
}

/** Reads the operations of a path item: those of its methods, then those of its other methods. */
function itemOperations(context: OperationContext, path: string, reference: Node): readonly ReadOperation[] {
  const { source } = context.schemas;
  const item = source.follow(reference);
  const byKeyword = Object.keys(item.value).flatMap((key) => {
    const method = methods.find((candidate) => candidate.toLowerCase() === key);
    const node = method && source.child(item, key);
    return method === undefined || node === undefined ? [] : [{ method, node }];
  });
  const others = source.entries(item, 'additionalOperations').map(([method, node]) => ({ method, node }));
  return [...byKeyword, ...others].map(({ method, node }) => {
    return { operation: operationOf(context, { path, item, node, method }), node };
  });
}

interface OperationNode {
  readonly path: string;
  readonly item: Node;
  readonly node: Node;
  readonly method: string;
}

function operationOf(context: OperationContext, { path, item, node, method }: OperationNode): Operation {
  const { schemas, groups, nouns } = context;
  const { source } = schemas;
  const documentId = source.text(node, 'operationId') ?? context.name(method, path);
  const tags = source.texts(node, 'tags');
  const [tag] = tags;
  const group = groups.find(({ name }) => name === groupName(tag ?? ''))?.name ?? 'common';
  const identified = identify(documentId, method, [...nounsOf(tag), ...nouns]);
  const identity = context.id === undefined ? identified : { ...identified, id: context.id(method) };
  const summary = source.text(node, 'summary');
  const parameters = parameterNodes(schemas, item, node);
  const body = requestBodyOf(schemas, node, parameters, identity);
  const security = securityOf(source, node);
  const servers = serversOf(source, node) ?? (source.swagger ? undefined : serversOf(source, item));
  const callbacks = callbacksOf(context, node, identity);
  return {
    ...identity,
    documentId,
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
      const ofMethod = (method: string) => `${owner}${pascalCase(method.toLowerCase())}`;
      return itemOperations({ ...context, name: ofMethod, id: ofMethod }, expression, item).map(({ operation }) => {
        return { name, operation };
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

function rejectDuplicate(
  places: Map<string, string>,
  { id, documentId }: Operation,
  place: string,
  where: string,
): void {
  const other = places.get(id);
  places.set(id, place);
  if (other === undefined) return;
  throw new LadingError({
    code: 'OPERATION_DUPLICATE',
    subject: `${place} and ${other} are both named "${documentId}"`,
    place: where,
    remedy: 'Give each operation a unique operationId',
  });
}
