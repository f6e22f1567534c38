/** Creates the client objects of generated clients: a group of calls for each resource. */
import { InputError } from '../error/index.js';
import { createCaller, type Caller, type ApiDefaults } from './caller.js';
import type { CallOptions, ClientOptions } from './call-options.js';
import type { AnyOperation, Operation } from './operation.js';

/** The properties that every generated client has besides its groups of calls. */
export interface ClientConnection extends Caller {
  /** The API version of the client. */
  readonly version: string;
}

/** The input of calls without parameters. */
export type NoInput = Readonly<Record<string, never>>;

/** The operations of an interface of calls, by the names of its methods. */
export type CallTable<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (
    input: infer Input,
    options?: CallOptions,
  ) => Promise<infer Result>
    ? Operation<NonNullable<Input>, Result>
    : Calls[Name] extends (input?: infer Input, options?: CallOptions) => Promise<infer Result>
      ? Operation<NonNullable<Input>, Result>
      : never;
};

/** The operations by noun and verb. */
type OperationGroups = Readonly<Record<string, Readonly<Record<string, AnyOperation>>>>;

const optionNames: readonly string[] = ['auth', 'baseUrl', 'fetch', 'headers', 'middleware', 'timeout'];

/** Returns a client with a method for each operation. @throws InputError for options that a client does not have */
export function clientOf<Client extends ClientConnection>(
  version: string,
  groups: object,
  options: ClientOptions = {},
  defaults?: ApiDefaults,
): Client {
  const unknownName = Object.keys(options).find((name) => !optionNames.includes(name));
  if (unknownName !== undefined)
    throw new InputError(
      'OPTION_UNKNOWN',
      `A client has no option ${JSON.stringify(unknownName)}. The options are ${optionNames.join(', ')}.`,
    );
  const caller = createCaller(options, defaults);
  const client: Record<string, unknown> = { version, ...caller };
  for (const [noun, operations] of Object.entries(groups as OperationGroups)) {
    const calls: Record<string, unknown> = {};
    for (const [verb, operation] of Object.entries(operations)) {
      calls[verb] = (input?: never, given?: CallOptions) => caller.call(operation, input, given);
    }
    client[noun] = calls;
  }
  return client as unknown as Client;
}
