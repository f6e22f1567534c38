/** What generated clients and servers do not support yet, and the warnings about documents that use it. */
import { visible } from '../code/index.js';
import { pointerOf } from '../document/index.js';
import { featuresOf, methods, type Api, type Feature, type FeatureUse } from '../ir/index.js';
import type { ClientRuntimeName } from '../emit/client/index.js';
import type { ServerDialectName } from '../emit/server/index.js';
import type { LintFinding } from '../lint/index.js';

type Unsupported = Readonly<Partial<Record<Feature, string>>>;

const equalRequests = 'does not tell them apart: the first one handles the requests of both';

/**
 * What happens instead, by package kind and feature. A package kind supports what is not in its table. The types, the contract
 * and the reference have all features.
 */
const unsupported: ReadonlyMap<string, Unsupported> = new Map([
  [
    'fetch client',
    {
      'body-of-get':
        'is sent in Node, Deno and Bun only, since the Fetch standard forbids it: elsewhere, pass a function that can as the option fetch',
      'forbidden-method':
        'is not sent, since the Fetch standard forbids it: send the request yourself, as the contract describes it',
    } satisfies Unsupported,
  ],
  [
    'engine client',
    {
      cookie: 'is not sent: set the header Cookie yourself',
      'whole-query': 'is not sent: send the request yourself, as the contract describes it',
      'parameter-style': 'makes a call that has it fail: send the request yourself, as the contract describes it',
      'path-array': 'must be one string, not an array: join the items with commas',
      'parameter-media-type': 'makes a call that has it fail: send the request yourself, as the contract describes it',
      form: 'is sent as it is: pass the bytes of the form, not an object',
      'value-body': 'is sent as it is: pass the bytes of the body',
      'several-successes': 'is not told by the result: read the status with onResponse',
      'event-stream': 'is returned as bytes: parse the events yourself',
      'item-stream': 'is returned as bytes: split the items yourself',
      security: 'is not applied: send the credentials yourself, for example with headers',
      'operation-servers': 'is not used: connect to it for this operation',
    } satisfies Unsupported,
  ],
  ['standard server', { 'equal-requests': equalRequests } satisfies Unsupported],
  [
    'engine server',
    {
      cookie: 'is not read: read the header Cookie of the request',
      'whole-query': 'is not read: parse the URL of the request',
      'parameter-style': 'is not read, and is rejected where it is found: parse the URL of the request',
      'parameter-media-type': 'is not read, and is rejected where it is found: parse the URL of the request',
      form: 'is not parsed: parse the bytes in the handler',
      'value-body': 'is not parsed: parse the bytes in the handler',
      'event-stream': 'is written as bytes: encode the events in the handler',
      'item-stream': 'is written as bytes: encode the items in the handler',
      security: 'is not checked: check the credentials before the server handles a request',
      'equal-requests': equalRequests,
    } satisfies Unsupported,
  ],
]);

/** Returns a warning for each use of a feature and each of these package kinds that does not support it. */
export function unsupportedFeatures(
  api: Api,
  document: string,
  kinds: Iterable<string>,
  clientRuntime: ClientRuntimeName = 'fetch',
  serverDialect: ServerDialectName = 'standard',
): readonly LintFinding[] {
  const implementations: Readonly<Record<string, string>> = { client: clientRuntime, server: serverDialect };
  const uses = featuresOf(api);
  return [...kinds].flatMap((kind) =>
    uses.flatMap((use): readonly LintFinding[] => {
      const instead = unsupported.get(`${implementations[kind] ?? ''} ${kind}`.trim())?.[use.feature];
      if (instead === undefined) return [];
      const { operation, subject } = use;
      // The texts of a document are untrusted: nothing in them controls a terminal.
      const sentence = visible(`In the generated ${kind}, ${subject} of ${operation.id} ${instead}.`).replaceAll(
        '\n',
        ' ',
      );
      return [{ severity: 'warning', rule: `${kind}-unsupported`, place: `${document}#${pointer(use)}`, sentence }];
    }),
  );
}

function pointer({ operation: { path, method } }: FeatureUse): string {
  const keywords: readonly string[] = methods;
  const place = keywords.includes(method) ? [method.toLowerCase()] : ['additionalOperations', method];
  return pointerOf(['paths', path, ...place]);
}
