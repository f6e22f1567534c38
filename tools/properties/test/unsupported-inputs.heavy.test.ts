/**
 * No input that the version of an engine does not have is sent without a word: every parameter and property of every
 * operation, for every version that clients speak. The contracts of the versions say which have an input.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, InputError, type Operation } from '@lading/client';
import * as client141 from '@lading/client-v1.41';
import * as client144 from '@lading/client-v1.44';
import { contracts } from '@lading/conversions/contracts';
import type { Contract, OperationContract, Schema } from '@lading/runtime-wire';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newest } from '../specification.js';

const clients: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '1.41': client141,
  '1.44': client144,
  [newest]: (await import(`@lading/client-v${newest}`)) as Record<string, unknown>,
};

const folder = mkdtempSync(join(tmpdir(), 'lading-unsupported-'));
const requests: (string | undefined)[] = [];
let spoken = '';
const server = createServer((request, response) => {
  if (request.url !== '/_ping' && request.url !== '/version') requests.push(request.url);
  response.writeHead(200, { 'Api-Version': spoken, 'Content-Type': 'application/json' }).end('{}');
});
beforeAll(async () => new Promise<void>((resolve) => server.listen(join(folder, 's'), resolve)));
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

// An engine of a version between two of the clients speaks the older one as well.
const olderVersions = Array.from({ length: 16 }, (_, index) => `1.${25 + index}`);
const versions = [...olderVersions, ...Object.keys(clients)];

test.each(versions)('an engine of %s', async (version) => {
  spoken = version;
  requests.length = 0;
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  await using engine = await connect({
    host: `unix://${join(folder, 's')}`,
    env: {},
    signal: AbortSignal.timeout(60_000),
  });
  expect(engine.apiVersion).toBe(version);
  expect(warn).toHaveBeenCalledTimes(engine.version === version ? 0 : 1);
  warn.mockRestore();
  const { operations } = await contractOf(version);
  const allContracts = await Promise.all(Object.keys(clients).map(contractOf));
  let count = 0;
  for (const operation of operationsOf(engine.version)) {
    const inputs = new Set(allContracts.flatMap((contract) => inputsOf(contract.operations[operation.id])));
    const supported = new Set(inputsOf(operations[operation.id]));
    for (const path of inputs) {
      if (supported.has(path)) continue;
      count += 1;
      const parameters = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'a']);
      const input = { ...Object.fromEntries(parameters), ...inputWith(path.split('/')) } as never;
      const error: unknown = await engine.call(operation, input).catch((caught: unknown) => caught);
      expect(error, `${operation.id} ${path}`).toBeInstanceOf(InputError);
    }
  }
  expect(count).toBeGreaterThan(4);
  expect(requests).toEqual([]);
});

function contractOf(version: string): Promise<Contract> {
  const load = contracts[version as keyof typeof contracts] as () => Promise<Contract>;
  return load();
}

function operationsOf(version: string): Operation<never, unknown>[] {
  return Object.values<unknown>(clients[version] ?? {}).filter(
    (value): value is Operation<never, unknown> =>
      typeof value === 'object' && value !== null && 'id' in value && 'method' in value,
  );
}

/** Returns the paths of all inputs; a name with a slash has none. */
function inputsOf(operation: OperationContract | undefined): string[] {
  if (operation === undefined) return [];
  const { path = {}, query = {}, headers = {} } = operation.parameters ?? {};
  const parameters = Object.entries({ ...path, ...query, ...headers });
  return [
    ...parameters.flatMap(([name, { schema }]) => [name, ...properties(schema, name, [])]),
    ...(operation.body?.kind === 'json' ? properties(operation.body.schema, 'body', []) : []),
  ];
}

/** @param within the schemas that contain this one, since a schema may contain itself */
function properties(schema: Schema, path: string, within: readonly Schema[]): string[] {
  if (within.includes(schema)) return [];
  const inner = [...within, schema];
  switch (schema.kind) {
    case 'nullable':
      return properties(schema.of, path, inner);
    case 'ref':
      return properties(schema.to(), path, inner);
    case 'array':
      return properties(schema.items, `${path}/*`, inner);
    case 'map':
      return properties(schema.values, `${path}/*`, inner);
    case 'union':
      return schema.options.flatMap((option) => properties(option, path, inner));
    case 'intersection':
      return schema.parts.flatMap((part) => properties(part, path, inner));
    case 'object':
      return Object.entries(schema.fields).flatMap(([name, field]) =>
        name.includes('/') || field.schema.kind === 'never'
          ? []
          : [`${path}/${name}`, ...properties(field.schema, `${path}/${name}`, inner)],
      );
    default:
      return [];
  }
}

/** Returns an input with a value at a path. */
function inputWith([first = '', ...rest]: readonly string[]): object {
  const inner = rest.length === 0 ? 'value' : inputWith(rest);
  return first === '*' ? [inner] : { [first]: inner };
}
