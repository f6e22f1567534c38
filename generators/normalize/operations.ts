/** Reads the operations of a document. */
import { get, withoutExpressions } from '../document/index.js';
import type { Callback, Response, Body, Operation } from '../ir/index.js';
import { bodyOf } from './content.js';
import { groupMember, groupName, methodPlaceOf } from './method-name.js';
import {
  identitiesOf,
  type Identifiable,
  type OlderOperation,
  type OperationIdentity,
} from './operation-identities.js';
import { commonGroup, groupOwnerOf, operationNodes, type OperationNode } from './operation-nodes.js';
import { notesOf } from './notes.js';
import { parameterNodes, parametersOf } from './parameters.js';
import { responseOf } from './responses.js';
import { securityOf } from './security.js';
import { serversOf } from './servers.js';
import { swaggerBody } from './swagger-content.js';
import type { TypeReader } from './type-reader.js';
import type { Node } from './source.js';
import { pascalCase } from './naming.js';

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
 * @throws DOCUMENT_STRUCTURE if two operations declare one method of a group
 */
export function operationsOf(schemas: TypeReader, older: readonly OlderOperation[]): ReadOperations {
  const { source } = schemas;
  const identifiable = (key: 'paths' | 'webhooks', name: (node: OperationNode) => string) =>
    source
      .entries(source.root, key)
      .flatMap(([path, item]) => operationNodes(source, key === 'paths' ? requestPath(path) : path, item))
      .map((node) => ({ ...node, ...identifiableOf(schemas, node, name(node), key === 'paths') }));
  const paths = identifiable('paths', ({ method, path }) => `${pascalCase(method.toLowerCase())}${pascalCase(path)}`);
  const nodes = [...paths, ...identifiable('webhooks', ({ path }) => `${path}Webhook`)];
  const identities = identitiesOf(nodes, older);
  const operations = nodes.flatMap((node, index) => {
    const identity = identities[index];
    if (identity === undefined) return [];
    if (node.place !== undefined && node.place.verb !== identity.verb)
      throw source.wrong([...node.node.path, methodKey], `another method than that of an operation above`);
    return [operationOf(schemas, node, identity)];
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

/** Returns the path of requests: it begins with a slash. */
function requestPath(path: string): string {
  return withoutExpressions(path).replace(/^(?!\/)/, '/');
}

/** The extension of an operation that names its group and its method in clients and servers. */
const methodKey = 'x-lading-method';

/**
 * @param name the name of the operation if it has no identifier
 * @param isPath whether it is an operation of a path, and no webhook or callback
 */
function identifiableOf(
  { source }: TypeReader,
  { path, node, method }: OperationNode,
  name: string,
  isPath: boolean,
): Identifiable {
  const { text: groupOwner } = groupOwnerOf(source, node, isPath ? path : undefined);
  const declared = source.text(node, methodKey);
  const place = declared === undefined ? undefined : methodPlaceOf(declared);
  if (declared !== undefined && place === undefined)
    throw source.wrong([...node.path, methodKey], 'a group and a method, such as "store.create"');
  const group = groupMember(groupName(groupOwner) ?? commonGroup);
  return { method, path, name, documentId: source.text(node, 'operationId'), group, groupOwner, place };
}

function operationOf(
  schemas: TypeReader,
  { path, item, node, method, groupOwner }: OperationNode & Identifiable,
  identity: OperationIdentity,
): Operation {
  const { source } = schemas;
  const tags = source.texts(node, 'tags');
  const group = groupName(groupOwner) ?? commonGroup;
  const ownSummary = source.text(node, 'summary');
  const summary = ownSummary ?? source.text(item, 'summary');
  const notes = notesOf(node.value);
  // What a path says holds for each of its operations.
  const ofPath = [ownSummary && source.text(item, 'summary'), source.text(item, 'description')?.trim()];
  const description = [notes.description, ...ofPath.filter((text) => text !== summary)].filter(Boolean).join('\n\n');
  const parameters = parameterNodes(schemas, path, item, node);
  const body = requestBodyOf(schemas, node, parameters, identity);
  const security = securityOf(source, node);
  const servers = serversOf(source, node) ?? (source.swagger ? undefined : serversOf(source, item));
  const callbacks = callbacksOf(schemas, node, identity);
  return {
    ...identity,
    method,
    path,
    group,
    tags,
    ...(summary && { summary }),
    ...notes,
    ...(description && { description }),
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
function callbacksOf(schemas: TypeReader, node: Node, { id }: OperationIdentity): readonly Callback[] {
  const { source } = schemas;
  return source.entries(node, 'callbacks').flatMap(([name, reference]) => {
    const callback = source.follow(reference);
    const expressions = source.entries({ value: { callbacks: callback.value }, path: callback.path }, 'callbacks');
    return expressions.flatMap(([expression, item], index) => {
      const owner = `${id}${pascalCase(name)}${index === 0 ? '' : index + 1}`;
      return operationNodes(source, expression, item).map((found) => {
        const own = `${owner}${pascalCase(found.method.toLowerCase())}`;
        const identifiable = identifiableOf(schemas, found, own, false);
        const [identity] = identitiesOf([identifiable]);
        const operation = operationOf(
          schemas,
          { ...found, ...identifiable },
          { noun: '', verb: '', ...identity, id: own },
        );
        return { name, operation };
      });
    });
  });
}

function requestBodyOf(
  schemas: TypeReader,
  operation: Node,
  parameters: readonly Node[],
  { id }: OperationIdentity,
): Body | undefined {
  const { source } = schemas;
  const name = `${id}Request`;
  if (source.swagger) return swaggerBody(schemas, parameters, mediaTypes(schemas, operation, 'consumes'), name);
  const body = source.child(operation, 'requestBody');
  return body && bodyOf(schemas, body, name);
}

function responsesOf(schemas: TypeReader, operation: Node, { id }: OperationIdentity): readonly Response[] {
  const produces = mediaTypes(schemas, operation, 'produces');
  // Many documents spell ranges in lower case.
  const entries = schemas.source
    .entries(operation, 'responses')
    .map(([key, node]) => [/^[1-5]xx$/i.test(key) ? key.toUpperCase() : key, node] as const);
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
