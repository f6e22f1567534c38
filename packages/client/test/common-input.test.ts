/** Tests the type of inputs that every version has. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileErrors } from './compile.js';

const program = (input: string) => `
import { isVersion, type CommonInput, type Engine } from '@lading/client';
export type Used = [CommonInput<'container', 'create'>, typeof isVersion];
declare const engine: Engine;
${input}`;

const created = (body: string) =>
  program(`
const input: CommonInput<'container', 'create'> = { name: 'web', body: ${body} };
void engine.container.create(input);`);

test('any engine accepts it, and it has only what every version has', () => {
  const programs = new Map([
    [
      'common.ts',
      created(`{ Image: 'a', HostConfig: { Memory: 1, Mounts: [{ Type: 'bind', Source: '/a', Target: '/b' }] } }`),
    ],
    [
      'generic.ts',
      program(`
export const start = (input: CommonInput<'container', 'create'>) => engine.container.create(input);
export const serve = (input: CommonInput<'service', 'create'>) => engine.service.create(input);
export const limit = (input: CommonInput<'container', 'update'>) => engine.container.update(input);`),
    ],
    ['newer.ts', created(`{ HostConfig: { Annotations: { a: 'b' } } }`)],
    ['older.ts', created(`{ HostConfig: { KernelMemory: 1 } }`)],
    ['nested.ts', created(`{ HostConfig: { Mounts: [{ BindOptions: { CreateMountpoint: true } }] } }`)],
    [
      'narrowed.ts',
      program(`
if (isVersion(engine, '1.44')) void engine.system.dataUsage({ type: ['volume'] });
if (isVersion(engine, '1.44')) void engine.buildOfOther;`),
    ],
    ['unnarrowed.ts', program(`void engine.system.dataUsage({ type: ['volume'] });`)],
    ['parameter.ts', program(`export const input: CommonInput<'system', 'dataUsage'> = { type: ['volume'] };`)],
  ]);
  const errors = compileErrors(join(import.meta.dirname, '..'), programs);
  const found = [...errors.matchAll(/^(?:\S*\/)?(\w+)\.ts.* error (.*)$/gm)].map(([, file, text]) => `${file} ${text}`);
  expect(found.sort().map((line) => line.replace(/ in type .*/, ''))).toEqual([
    "narrowed TS2339: Property 'buildOfOther' does not exist on type 'WithShortForms<EngineV144>'.",
    "nested TS2353: Object literal may only specify known properties, and 'CreateMountpoint' does not exist",
    "newer TS2353: Object literal may only specify known properties, and 'Annotations' does not exist",
    "older TS2353: Object literal may only specify known properties, and 'KernelMemory' does not exist",
    "parameter TS2322: Type 'string' is not assignable to type 'never'.",
    "unnarrowed TS2322: Type 'string[]' is not assignable to type 'never'.",
  ]);
});
