/** The `paths` modules that extend that of another version: each has the types of the module that declares everything. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from 'lading/testing';
import { describe, expect, test, vi } from 'vitest';
import { compilePrograms, programFolder } from '../compiler.js';
import { repository } from '../paths.js';
import { documentOf, newest } from '../specification.js';

const work = programFolder();

/** Returns the module that is generated from a version alone, with the types of its committed package. */
async function wholeModule(version: string): Promise<string> {
  const [document, out] = [join(work, `${version}.json`), join(work, version)];
  writeFileSync(document, JSON.stringify(documentOf(version).root));
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  expect(await main(['generate', '--document', document, '--out', out, '--quiet'])).toBe(0);
  stdout.mockRestore();
  const text = readFileSync(join(out, `v${version}/types/gen/paths.ts`), 'utf8');
  return text.replace("'./index.js'", `'@lading/types-v${version}'`);
}

/** Compiles a program, in which `M` is the module. @returns the errors, or the diagnostics that the options ask for */
function compile(program: string, specifier: string, options: object = {}): string {
  const own = { lib: ['ES2022', 'DOM', 'DOM.AsyncIterable'], types: [], noUncheckedIndexedAccess: false, ...options };
  return compilePrograms(work, { 'program.ts': program.replaceAll('MODULE', specifier) }, own);
}

const interfaces = ['paths', 'webhooks', 'components', '$defs', 'operations'];

const identity = (own: string) => `
import type * as whole from 'MODULE';
import type * as own from '${own}';
type Identical<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
${interfaces.map((name, index) => `export const v${index}: Identical<whole.${name}, own.${name}> = true;`).join('\n')}
`;

const calls = `
import createClient from 'openapi-fetch';
import type { paths } from 'MODULE';
const engine = createClient<paths>({ baseUrl: 'http://localhost:2375' });
`;

const correct = `${calls}
export async function ids(): Promise<readonly (string | undefined)[]> {
  const { data, error } = await engine.GET('/containers/json', { params: { query: { all: true } } });
  if (error !== undefined) throw new Error(error.message);
  const created = await engine.POST('/containers/create', {
    params: { query: { name: 'web' } },
    body: { Image: 'nginx', ExposedPorts: { '80/tcp': {} }, HostConfig: { AutoRemove: true } },
  });
  const image = await engine.GET('/images/{name}/json', { params: { path: { name: 'nginx' } } });
  const networks = await engine.GET('/networks');
  await engine.DELETE('/containers/{id}', { params: { path: { id: 'web' }, query: { force: true } } });
  await engine.POST('/exec/{id}/start', { params: { path: { id: 'web' } }, body: { Detach: true } });
  return [...data.map(({ Id }) => Id), created.data?.Id, image.data?.Id, ...(networks.data ?? []).map(({ Id }) => Id)];
}
`;

/** Each line has an error: in the path, the method, a parameter, the body or the response. */
const wrong = `${calls}
await engine.GET('/container/json');
await engine.PUT('/containers/json');
await engine.GET('/containers/{id}/json');
await engine.GET('/containers/json', { params: { query: { limit: 'a' } } });
await engine.POST('/networks/create');
await engine.POST('/containers/create', { body: { Image: 7 } });
(await engine.GET('/info')).data?.Nothing;
`;

describe.each(['1.41', newest])('the module of %s', async (version) => {
  const text = await wholeModule(version);
  const own = `@lading/types-v${version}/paths`;
  writeFileSync(join(work, `whole-${version}.ts`), text);
  const whole = `./whole-${version}.js`;

  test('has the types of the whole module', () => {
    expect(compile(identity(own), whole)).toBe('');
    // One response of one operation.
    const [before, after] = ['"application/json": types.ContainerSummary[];', '"application/json": unknown;'];
    expect(text).toContain(before);
    writeFileSync(join(work, 'changed.ts'), text.replace(before, after));
    const errors = compile(identity(own), './changed.js').match(/program\.ts.*error TS2322/g);
    expect(errors).toHaveLength(2);
  });

  test('accepts and refuses the same calls, at the same cost', () => {
    const [accepted, acceptedByWhole] = [own, whole].map((module) =>
      compile(correct, module, { extendedDiagnostics: true }),
    );
    expect(`${accepted}${acceptedByWhole}`).not.toContain('error TS');
    const cost = (output = '') => Number(/^Instantiations: +(\d+)/m.exec(output)?.[1]);
    expect(cost(acceptedByWhole)).toBeGreaterThan(1000);
    expect(cost(accepted) / cost(acceptedByWhole)).toBeLessThan(1.01);
    const errors = compile(wrong, own);
    const lines = new Set([...errors.matchAll(/^\S*program\.ts\((\d+),/gm)].map(([, line]) => line));
    expect(lines.size).toBe(7);
    expect(errors).toBe(compile(wrong, whole));
  });

  test('has at most a third of its bytes', () => {
    const committed = readFileSync(join(repository, `packages/v${version}/types/gen/paths.ts`), 'utf8');
    expect(committed.length / text.length).toBeLessThan(1 / 3);
  });
});
