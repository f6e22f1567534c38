/** Handlers of all operations of a contract that respond with examples. */
import { HttpError, session, type Call, type Contract, type HandlerTable, type OperationContract } from '../index.js';
import { removeUnwanted } from '../reply/response-rules.js';
import { exampleOf, type ExampleDocument } from './example-of.js';

/** The end of an archive, which is an archive without files. */
const emptyArchive = new Uint8Array(1024);

/**
 * Returns handlers that respond with the examples of an OpenAPI document: `createServer(mockHandlers(contract, document))`.
 * Requests are validated as for other handlers. A stream has the example as its only item, or its entries or lines; properties that
 * a request must ask for are left out otherwise; a session sends its input back; an archive is empty. With `Prefer: code=404`, the response is that error.
 *
 * The result has functions by noun and verb, of which a test may replace some.
 *
 * @param document the document of the contract, such as `@lading/docs-v1.44/gen/openapi.json`
 */
export function mockHandlers<Handlers = HandlerTable>(contract: Contract, document: ExampleDocument): Handlers {
  const handlers: Record<string, Record<string, (call: Call) => unknown>> = {};
  for (const operation of Object.values(contract.operations)) {
    const { noun, verb } = operation;
    (handlers[noun] ??= {})[verb] = (call) => {
      const status = preferredError(call);
      if (status !== undefined) throw new HttpError(status, messageOf(document, operation, status));
      return resultOf(document, operation, call.query);
    };
  }
  return handlers as Handlers;
}

function resultOf(document: ExampleDocument, operation: OperationContract, query: unknown): unknown {
  const { path, method, responses } = operation;
  const statuses = Object.keys(responses).map(Number);
  if (responses[101] !== undefined)
    return session(({ raw }) => new Promise((resolve) => raw.pipe(raw).once('close', resolve)));
  const status = statuses.find((one) => one >= 200 && one < 300) ?? 200;
  const example = structuredClone(exampleOf(document, path, method, status));
  switch (responses[status]?.kind) {
    case 'nothing':
    case undefined:
      return undefined;
    case 'json-lines':
    case 'progress':
      return typeof example === 'string' ? valuesIn(example) : Array.isArray(example) ? example : [example];
    case 'output':
      return [{ stream: 'stdout', data: `${typeof example === 'string' ? example : `example of ${operation.id}`}\n` }];
    case 'tar':
    case 'bytes':
      return emptyArchive;
    default:
      removeUnwanted(operation, query, example);
      return example;
  }
}

/** Returns the values of a text of JSON that has one in each line; another text is a value itself. */
function valuesIn(text: string): readonly unknown[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  try {
    return lines.map((line) => JSON.parse(line) as unknown);
  } catch {
    return [text];
  }
}

/** Returns the status of `Prefer: code=404` (RFC 7240), if it is that of an error. */
function preferredError({ request }: Call): number | undefined {
  const code = Number(/(?:^|[,;]\s*)code=(\d{3})\b/.exec(request.headers['prefer'] ?? '')?.[1]);
  return code >= 400 && code < 600 ? code : undefined;
}

function messageOf(document: ExampleDocument, { id, path, method }: OperationContract, status: number): string {
  const example = exampleOf(document, path, method, status) as { readonly message?: unknown } | undefined;
  return typeof example?.message === 'string' ? example.message : `example of ${id} with status ${status}`;
}
