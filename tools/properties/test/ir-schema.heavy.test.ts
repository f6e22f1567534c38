/** The output of `lading ir` matches its schema, according to an independent validator. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { keepVersions, main } from 'lading/testing';
import { spec } from '../paths.js';

// A run that is not full tests the base version and the oldest one.
const folder = mkdtempSync(join(tmpdir(), 'lading-ir-'));
cpSync(spec, folder, { recursive: true });
if (!inject('isFullRun')) keepVersions(folder, (version) => version === '1.41');
afterAll(() => rmSync(folder, { recursive: true }));

async function printed(...args: readonly string[]): Promise<unknown> {
  const output: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => output.push(String(text)) > 0);
  const exit = await main(['ir', ...args]);
  vi.restoreAllMocks();
  expect(exit).toBe(0);
  return JSON.parse(output.join(''));
}

/** The schema without additional properties: everything in the IR must be documented. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, closed(inner)] as const);
  const isRecord = 'properties' in value && typeof value.properties === 'object';
  return { ...Object.fromEntries(entries), ...(isRecord && { additionalProperties: false }) };
}

interface PrintedIr {
  versions: { version: string; api: { operations: { method: string; responses: { status?: string }[] }[] } }[];
}

describe('the IR as JSON', () => {
  let schema: AnySchema = {};
  let model: PrintedIr = { versions: [] };
  beforeAll(async () => {
    schema = (await printed('--schema')) as AnySchema;
    model = (await printed('--spec', folder)) as PrintedIr;
  });
  const errorsOf = (value: unknown) => {
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(closed(schema) as AnySchema);
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };

  test('matches its schema, for every version', () => {
    expect(model.versions.map(({ version }) => version)).toEqual(expect.arrayContaining(['1.44', '1.41']));
    expect(errorsOf(model)).toEqual([]);
  });

  test('is rejected if it does not match', () => {
    const broken = structuredClone(model);
    const operation = broken.versions[0]?.api.operations[0];
    if (operation === undefined) throw new Error('there is no operation');
    operation.method = 7 as never;
    expect(errorsOf(broken).join()).toContain('method');
    delete broken.versions[1]?.api.operations[0]?.responses[0]?.status;
    operation.method = 'GET';
    expect(errorsOf(broken).join()).toContain('responses');
  });

  test('of one version contains only that version', async () => {
    const { versions } = (await printed('1.41', '--spec', folder)) as PrintedIr;
    expect(versions).toEqual(model.versions.filter(({ version }) => version === '1.41'));
  });
});
