/** A server of the standard dialect on a port, and a contract of one operation. */
import { afterAll } from 'vitest';
import { createStandardServer, type Contract, type HandlerTable, type StandardOptions } from '../../src/index.js';
import type { OperationContract } from '@lading/runtime-wire';

/** Returns a contract whose operations have the verb of their key. */
export function contractOf(
  operations: Readonly<Record<string, Omit<OperationContract, 'id' | 'noun' | 'verb'>>>,
  more: Omit<Partial<Contract>, 'operations'> = {},
): Contract {
  const all = Object.entries(operations).map(([verb, one]) => [verb, { id: verb, noun: 'pet', verb, ...one }] as const);
  return { version: '1', ...more, operations: Object.fromEntries(all) };
}

/** Listens, and closes the server after the tests. @returns the URL */
export async function listening(contract: Contract, pet: object, options: StandardOptions = {}): Promise<string> {
  const handlers: HandlerTable = { pet };
  const server = createStandardServer(contract, handlers, options);
  const { address } = await server.listen({ port: 0 });
  afterAll(() => server.close({ timeout: 0 }));
  return address;
}
