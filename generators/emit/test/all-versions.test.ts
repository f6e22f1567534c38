/** Packages for all versions: the versions that a server reaches, and the generated code for a tree of versions. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timelineOf } from '../../generate/pipeline/index.js';
import { versionIdentifiers, type CodeModule, type CodeSymbol } from '../../code/index.js';
import { documentOf } from '../../document/index.js';
import type { Api, Operation } from '../../ir/index.js';
import { printModule } from '../../write/print/index.js';
import { updateDependencies } from '../../generate/update-dependencies.js';
import { clientApi } from '../client/emitter.js';
import { clientsModules } from '../clients/clients-modules.js';
import { inputVersions } from '../clients/input-versions.js';
import { emitContract } from '../contract/emit-contract.js';
import { allConversions } from '../conversions/all-conversions.js';
import { conversionApi } from '../conversions/emitter.js';
import { serverApi } from '../server/server-api.js';
import { routesTo } from '../servers/conversion-routes.js';
import { serversModules } from '../servers/servers-modules.js';
import { silent } from './testing/check-injection.js';
import { documentWith } from './testing/servers.js';

const naming = { scope: '@acme' };
const range = '^1.0.0';

function apiOf(version: string): Api {
  const document = documentOf(
    'api.yaml',
    documentWith({ BoxInspect: { responses: { 204: { description: 'It.' } } } }, version),
  );
  return timelineOf([{ document, source: 'api.yaml' }], silent).versions[0]?.api as Api;
}

/** Returns the conversions between `version` and the version that it extends. */
function conversion(version: string, base: string) {
  const [older, newer] = Number(version) < Number(base) ? [version, base] : [base, version];
  return { older, newer, range, ...conversionApi(naming, version) };
}

describe('routes to the version of a server', () => {
  it('reach every version of a tree once, each through one that is already reached', () => {
    // Entry n names the version that version n + 1 extends.
    const trees = fc.array(fc.nat(), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(trees, fc.nat(), (parents, choice) => {
        const conversions = parents.map((parent, index) => conversion(String(index + 1), String(parent % (index + 1))));
        const version = String(choice % (parents.length + 1));
        const all = Array.from({ length: parents.length + 1 }, (_, index) => String(index));
        const steps = routesTo(version, all, conversions);
        const reached = [version];
        for (const { client, engine, load } of steps) {
          expect(reached).toContain(engine);
          expect(reached).not.toContain(client);
          expect(load.name).toBe(Number(client) < Number(engine) ? 'olderClients' : 'newerClients');
          reached.push(client);
        }
        expect(reached).toHaveLength(parents.length + 1);
        // For one client, only the conversions on its route.
        const client = all[choice % all.length] ?? '';
        const route = routesTo(version, [client], conversions);
        expect(route.at(-1)?.client).toBe(client === version ? undefined : client);
        expect(route.every(({ engine }, index) => engine === (route[index - 1]?.client ?? version))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('end where there is no conversion', () => {
    expect(routesTo('1', ['1', '2', '3'], [conversion('3', '2')])).toEqual([]);
  });
});

it('distinguishes versions with the same letters and digits', () => {
  expect([...versionIdentifiers(['1.44', '14.4', '2.0-beta']).values()]).toEqual(['V144', 'V1442', 'V20beta']);
});

function text(modules: readonly CodeModule[]): string {
  return modules.map((module) => printModule(module, { head: [], folder: 'all' }).text).join('\n');
}

describe('packages for three versions', () => {
  const versions = ['1.3', '1.2', '1.1'];

  it('name the connection and the loader of each client', () => {
    const clients = versions.map((version) => ({ version, ...clientApi(naming, version, 'engine') }));
    const apis = versions.map((version) => ({ version, api: apiOf(version) }));
    const printed = text(clientsModules('all', clients, apis));
    const engines = '[EngineOfV13, EngineOfV12, EngineOfV11]';
    expect(printed).toContain(`export interface Engine extends EngineConnection, CommonGroups<${engines}> {`);
    expect(printed).toContain(`readonly version: '1.3' | '1.2' | '1.1';`);
    for (const version of versions) {
      expect(printed).toContain(`& { readonly version: '${version}' };`);
      expect(printed).toContain(`'${version}': async (target, options) => (await import('@acme/client-v${version}'))`);
    }
  });

  it('serve every version with the handlers of each', () => {
    const servers = versions.map((version) => ({ version, range, ...serverApi(naming, apiOf(version), 'engine') }));
    // 1.2 is the base version: 1.1 and 1.3 extend it.
    const conversions = [conversion('1.1', '1.2'), conversion('1.3', '1.2')];
    const { modules, dependencies } = serversModules('all', servers, conversions);
    const printed = text(modules);
    const functions = [...printed.matchAll(/export function (\w+)\(handlers: (\w+)/g)].map(([, ...names]) => names);
    const each = [
      ['createServer', 'HandlersV13'],
      ['createServerV12', 'HandlersV12'],
      ['createServerV11', 'HandlersV11'],
    ];
    // The second module has exact integers.
    expect(functions).toEqual([...each, ...each]);
    const routes = [...printed.matchAll(/client: '(.*?)', engine: '(.*?)', load: (\w+)/g)].map(([, ...step]) => step);
    const steps = [...['1.2 1.3', '1.1 1.2'], ...['1.1 1.2', '1.3 1.2'], ...['1.2 1.1', '1.3 1.2']];
    expect(routes.map(([client, engine]) => `${client} ${engine}`)).toEqual([...steps, ...steps]);
    expect(printed).toContain("from '@acme/server-v1.3/exact'");
    expect(Object.keys(dependencies)).toHaveLength(5);
  });
});

it('a server without conversions has only the options of its user', () => {
  const server = { version: '1', range, ...serverApi(naming, apiOf('1'), 'standard') };
  const { modules } = serversModules('all', [server], []);
  const [printed] = modules.map((module) => printModule(module, { head: [], folder: 'all' }).text);
  expect(printed).toContain('{\n  return createStandardServer(contract, handlers, options);\n}');
});

it('contracts of versions that have packages are imported, and embedded ones import what they share with them', () => {
  // Each extends the one before it. 1.3 has a package; that of 1.2, which 1.1 extends, does not exist.
  const [packaged, middle, oldest] = ['1.3', '1.2', '1.1'].map(apiOf) as [Api, Api, Api];
  const first = emitContract(packaged, naming);
  const [operation] = packaged.operations as [Operation];
  const second = emitContract(middle, naming, first);
  const third = emitContract(oldest, naming, second);
  const contracts = [first, second, third].map(({ modules, names, operations, schemas }, index) => ({
    version: `1.${3 - index}`,
    package: names.package,
    ...(index === 0 && { range: '^1.3.0' }),
    contract: names.contract,
    modules,
    servers: names.servers,
    operations: [
      {
        id: 'BoxInspect',
        isStream: false,
        isUpgrade: false,
        place: ['box', index === 0 ? 'inspect' : 'see'] as const,
        constant: names.operation(operation),
        schemas: names.operationSchemas(operation),
      },
    ],
    origin: (symbol: CodeSymbol) => operations.origin(symbol) ?? schemas.origin(symbol),
  }));
  const { modules, dependencies } = allConversions('all', [], contracts);
  const printed = text(modules);
  const imported = [...printed.matchAll(/from '(@acme\/.*?)'/g)].map(([, name]) => name);
  expect(new Set(imported)).toEqual(new Set(['@acme/contract-v1.3/operations', '@acme/contract-v1.3/schemas']));
  expect([...printed.matchAll(/(1\.\d)': async .*import\('(.*?)'\)/g)].map(([, ...loaded]) => loaded)).toEqual([
    ['1.3', '@acme/contract-v1.3'],
    ['1.2', './v1.2/contract.js'],
    ['1.1', './v1.1/contract.js'],
  ]);
  expect(modules.map(({ path }) => path).filter((path) => path.includes('v1.3'))).toEqual([]);
  // The operations of 1.1 are those of 1.2, which has another name for one than 1.3.
  expect([...printed.matchAll(/\.\.\.(\w+),\n  version: '(.*?)',/g)].map(([, ...spread]) => spread)).toEqual([
    ['contractOfV12', '1.1'],
  ]);
  expect(dependencies).toEqual({ '@acme/contract-v1.3': '^1.3.0' });
});

describe('the dependencies of a handwritten package', () => {
  const isOfVersion = (name: string) => name.startsWith('@acme/client-v');
  const update = (content: object, wanted: Readonly<Record<string, string>>, indentation: string | number = 2) => {
    const text = `${JSON.stringify(content, null, indentation)}\n`;
    return updateDependencies(text, JSON.parse(text), { wanted, isOfVersion }, 'all/package.json');
  };
  const former = { name: 'all', dependencies: { '@acme/client-v1.1': '^1.1.4', tar: '^7.0.0' }, private: true };

  it('are those of the versions and the handwritten ones', () => {
    expect(update(former, { '@acme/client-v1.2': '^1.2.0' }, '\t')).toBe(
      `${JSON.stringify({ ...former, dependencies: { '@acme/client-v1.2': '^1.2.0', tar: '^7.0.0' } }, null, '\t')}\n`,
    );
    expect(update({ name: 'all' }, { '@acme/client-v1.2': '^1.2.0' })).toContain('"@acme/client-v1.2": "^1.2.0"');
  });

  it('preserve a text that needs no change, and handwritten ranges', () => {
    const text = '{"name":"all","dependencies":{"@acme/client-v1.1":"^1.1.4"}}';
    const wanted = { '@acme/client-v1.1': '^1.1.0' };
    expect(updateDependencies(text, JSON.parse(text), { wanted, isOfVersion }, 'all/package.json')).toBe(text);
  });

  it('must be in a package.json', () => {
    for (const content of [[], 'all', { dependencies: [] }])
      expect(() => update(content as object, {})).toThrow(/^DOCUMENT_STRUCTURE: .*all\/package\.json/);
  });
});

describe('inputs that not every version has', () => {
  const field = (name: string, notes: object = {}) => ({
    name,
    type: { kind: 'string' as const },
    required: false,
    ...notes,
  });
  /** Returns an API whose operation `PetCreate` takes a body with fields, and pets within pets. */
  const petsOf = (version: string, fields: readonly object[]) => {
    const of = { kind: 'map', values: { kind: 'reference', name: 'Pet' } };
    const pet = { kind: 'record', bases: [], fields: [...fields, field('Young', { type: of })] };
    const content = [{ mediaType: 'application/json', type: { kind: 'reference', name: 'Pet' } }];
    const operation = {
      id: 'PetCreate',
      parameters: [field('name', { in: 'query' })],
      body: { required: true, content },
    };
    return { version, api: { operations: [operation], schemas: [{ name: 'Pet', type: pet }] } as unknown as Api };
  };
  const found = (...apis: readonly { readonly version: string; readonly api: Api }[]) =>
    Object.fromEntries(inputVersions(apis).get('PetCreate') ?? []);

  it('have the versions of the documents, or those that lack them', () => {
    const newest = petsOf('3', [
      field('Colour', { since: '2.5' }),
      field('Weight'),
      field('Id', { readOnly: true, since: '3' }),
    ]);
    const middle = petsOf('2', [field('Weight'), field('Breed')]);
    const oldest = petsOf('1', [field('Breed')]);
    expect(found(newest, middle, oldest)).toEqual({
      'body/Colour': { since: '2.5' },
      'body/Weight': { since: '2' },
      'body/Breed': { until: '3' },
    });
  });

  it.each<[string, object, object?]>([
    ['an array', { kind: 'array', items: { kind: 'reference', name: 'Pet' } }],
    ['a map', { kind: 'map', values: { kind: 'reference', name: 'Pet' } }],
    ['a union', { kind: 'union', options: [{ kind: 'string' }, { kind: 'reference', name: 'Pet' }] }],
    ['an intersection', { kind: 'intersection', parts: [{ kind: 'reference', name: 'Pet' }] }],
    ['a base', { kind: 'record', bases: ['Pet'], fields: [] }],
    [
      'a property',
      { kind: 'record', bases: [], fields: [{ ...field('Own'), type: { kind: 'reference', name: 'Pet' } }] },
    ],
  ])('are found in %s of a body and of a parameter', (_what, type) => {
    const of = (version: string, fields: readonly object[]) => {
      const pet = { name: 'Pet', type: { kind: 'record', bases: [], fields } };
      const operation = {
        id: 'PetCreate',
        parameters: [{ ...field('filter'), in: 'query', type }],
        body: { required: true, content: [{ mediaType: 'application/json', type }] },
      };
      return { version, api: { operations: [operation], schemas: [pet] } as unknown as Api };
    };
    const places = Object.entries(found(of('2', [field('Colour')]), of('1', [])));
    expect(places.map(([path, range]) => [path.split('/')[0], path.split('/').at(-1), range])).toEqual([
      ['filter', 'Colour', { since: '2' }],
      ['body', 'Colour', { since: '2' }],
    ]);
  });

  it('include those of one version alone, and stop at a schema within itself', () => {
    expect(found(petsOf('3', [field('Colour', { since: '2' })]))).toEqual({ 'body/Colour': { since: '2' } });
  });
});
