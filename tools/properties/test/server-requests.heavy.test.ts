/** For every operation, the server accepts valid requests, and rejects a single invalid change with its pointer. */
import type { GeneratorValue } from 'fast-check';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { OperationContract, ParameterContract } from '@lading/runtime-server';
import type { Fields, ObjectSchema } from '@lading/runtime-wire';
import { encodeHeader, encodeQuery, fillPath } from '@lading/runtime-wire';
import { contracts, requestCheckerOf, accepted, type CheckedRequest } from '../servers/request-checker.js';
import { target, type FieldValues } from '../servers/rules.js';
import { breaksOf, broken, repaired, valueOf } from '../servers/values.js';

interface RequestParts {
  readonly path: FieldValues;
  readonly query: FieldValues;
  readonly headers: FieldValues;
  readonly body: unknown;
}

const seed = 20_260_101;
const runs = inject('isFullRun') ? 40 : 3;

describe.each(Object.entries(contracts))('%s', (_, contract) => {
  const checkRequest = requestCheckerOf(contract, { url: 0 });
  const all = Object.values(contract.operations);

  it.each(all.map((operation) => [operation.id, operation] as const))(
    '%s accepts valid requests',
    async (_id, operation) => {
      await fc.assert(
        fc.asyncProperty(fc.gen(), async (gen) => {
          const parts = partsOf(operation, gen);
          const result = await checkRequest(sent(operation, parts));
          expect([result.message, JSON.stringify(parts).slice(0, 2000)]).toEqual(['accepted', expect.anything()]);
          expect(result.status).toBe(accepted);
        }),
        { seed, numRuns: runs, endOnFailure: true },
      );
    },
  );

  it.each(all.filter(mayBeBroken).map((operation) => [operation.id, operation] as const))(
    '%s rejects invalid requests',
    async (_id, operation) => {
      await fc.assert(
        fc.asyncProperty(fc.gen(), async (gen) => {
          const parts = partsOf(operation, gen);
          const candidates = changes(operation, parts);
          fc.pre(candidates.length > 0);
          const { pointer, parts: changed } = gen(fc.constantFrom, ...candidates);
          const { status, message } = await checkRequest(sent(operation, changed));
          const pointers = message.split('; ').map((words) => words.split(' ', 1)[0]);
          expect([status, pointers, JSON.stringify(changed).slice(0, 2000), message]).toEqual([
            400,
            expect.arrayContaining([pointer]),
            expect.anything(),
            expect.anything(),
          ]);
        }),
        { seed, numRuns: runs, endOnFailure: true },
      );
    },
  );
});

/** Kinds of rules that a single request cannot violate. */
const aboutResponse: ReadonlySet<string> = new Set(['never-returned', 'returned-when', 'current-version']);

function mayBeBroken({ body, rules = [], parameters = {} }: OperationContract): boolean {
  return (
    body?.kind === 'json' ||
    rules.some(({ kind }) => !aboutResponse.has(kind)) ||
    Object.entries(parameters.query ?? {}).some(([name, parameter]) => wrongTexts(name, parameter).length > 0)
  );
}

function partsOf(operation: OperationContract, gen: GeneratorValue): RequestParts {
  const { parameters = {}, body, rules = [] } = operation;
  const chosen = (given: Readonly<Record<string, ParameterContract>> = {}): FieldValues =>
    Object.fromEntries(
      Object.entries(given)
        .filter(([, { required }]) => required === true || gen(fc.nat, { max: 3 }) === 0)
        .map(([name, { schema }]) => [name, valueOf(schema, gen, 2)])
        .filter(([, value]) => value !== null),
    );
  const path = Object.fromEntries(
    Object.keys(parameters.path ?? {}).map((name) => [name, gen(fc.stringMatching, /^[a-z0-9][a-z0-9_.-]{0,30}$/)]),
  );
  const given = {
    ...path,
    ...chosen(parameters.query),
    ...(body?.kind === 'json' && { body: valueOf(body.schema, gen) }),
  };
  const { body: content, ...query } = repaired({ ...whole(operation), rules }, given, gen, 0);
  for (const name of Object.keys(path)) delete query[name];
  return { path, query, headers: chosen(parameters.headers), body: content };
}

/** Path, query and body as one record, to which the rules of the operation apply. */
function whole({ parameters = {}, body }: OperationContract): ObjectSchema {
  const fields: Record<string, Fields[string]> = {};
  for (const [name, { schema, required }] of Object.entries({ ...parameters.path, ...parameters.query })) {
    fields[name] = { schema: schema, required: required === true };
  }
  if (body?.kind === 'json') fields['body'] = { schema: body.schema, required: true };
  return { kind: 'object', fields };
}

function changes(
  operation: OperationContract,
  parts: RequestParts,
): { readonly pointer: string; readonly parts: RequestParts }[] {
  const { body, parameters = {}, rules = [] } = operation;
  const found = [];
  if (body?.kind === 'json') {
    for (const { pointer, value } of breaksOf(body.schema, parts.body, '/body')) {
      if (value !== null) found.push({ pointer, parts: { ...parts, body: value } });
    }
  }
  for (const [name, parameter] of Object.entries(parameters.query ?? {})) {
    for (const [pointer, text] of wrongTexts(name, parameter)) {
      found.push({
        pointer: `/query/${name}${pointer}`,
        parts: { ...parts, query: { ...parts.query, [name]: new Raw(text) } },
      });
    }
    if (parameter.required === true) {
      const { [name]: _, ...query } = parts.query;
      found.push({ pointer: `/query/${name}`, parts: { ...parts, query } });
    }
  }
  if (rules.length > 0) {
    const record = { ...parts.path, ...parts.query, ...(parts.body !== undefined && { body: parts.body }) };
    for (const { pointer, value } of broken({ ...whole(operation), rules }, record, '')) {
      const { body: content, ...query } = value as FieldValues;
      for (const name of Object.keys(parts.path)) delete query[name];
      const at = pointer.startsWith('/body') ? pointer : `/query${pointer}`;
      found.push({ pointer: at, parts: { ...parts, query, body: content ?? parts.body } });
    }
  }
  return found;
}

/** The headers that request an upgrade, for operations that need one. */
function upgrade({ responses }: OperationContract): Record<string, string> {
  const kinds = Object.values(responses).map(({ kind }) => kind);
  const protocol = kinds.includes('websocket') ? 'websocket' : kinds.includes('http2') ? 'h2c' : undefined;
  return protocol === undefined ? {} : { connection: 'Upgrade', upgrade: protocol };
}

/** A string that is sent without encoding. */
class Raw {
  constructor(readonly text: string) {}
}

/** Invalid strings of a parameter, each with the pointer below the parameter. */
function wrongTexts(name: string, { encoding, schema }: ParameterContract): [pointer: string, text: string][] {
  const own = target(schema);
  // Times have several formats.
  if (name === 'since' || name === 'until') return own.kind === 'string' ? [] : [['', 'x']];
  if (encoding === 'plain') {
    if (own.kind === 'integer')
      return [
        ['', 'x'],
        ['', '1.5'],
      ];
    if (own.kind === 'number') return [['', 'x']];
    if (own.kind === 'enum' && !own.open) return [['', 'none-of-these']];
    if (own.kind === 'string' && own.pattern !== undefined) return [['', '\n']];
  }
  return [];
}

function sent(operation: OperationContract, { path, query, headers, body }: RequestParts): CheckedRequest {
  const { parameters = {}, method } = operation;
  const encodings = Object.fromEntries(
    Object.entries(parameters.query ?? {}).map(([name, { encoding }]) => [name, encoding]),
  );
  const plain = Object.fromEntries(Object.entries(query).filter(([, value]) => !(value instanceof Raw)));
  const raw = Object.entries(query).filter(([, value]) => value instanceof Raw) as [string, Raw][];
  let text = encodeQuery(encodings, plain);
  for (const [name, { text: value }] of raw) text += `${text === '' ? '?' : '&'}${name}=${encodeURIComponent(value)}`;
  return {
    method,
    url: `${fillPath(operation.path, path as Record<string, string>)}${text}`,
    headers: {
      ...upgrade(operation),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...Object.fromEntries(
        Object.entries(headers).map(([name, value]) => {
          const { encoding } = parameters.headers?.[name] as ParameterContract;
          return [name.toLowerCase(), encodeHeader(name, encoding, value)];
        }),
      ),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}
