/** What the package.json and the README of a client package say. */
import {
  packageName,
  shortVersion,
  titleLine,
  type Api,
  type Naming,
  type Operation,
  type PackageManifest,
  type PackageReadme,
} from '../../emitter/index.js';
import type { ClientEmitContext } from './client-emit-context.js';

export function manifestOf(
  { api, names, runtime }: ClientEmitContext,
  naming: Naming,
  passages: Required<PackageReadme>['passages'],
): PackageManifest {
  const [first] = api.operations;
  const facts = {
    types: packageName(naming, 'types', api.version),
    operations: api.operations.length,
    nouns: names.nouns.length,
    call: exampleCall(runtime.readme.client, api, names),
    constant: first === undefined ? 'operation' : names.operation(first).name,
    ...runtime.readme.facts(api),
  };
  return {
    runtime: runtime.package,
    globals: ['node'],
    description: `A client for ${titleLine(api.title)}, version ${shortVersion(api.version)}`,
    entries: ['exact/index'],
    readme: {
      template: runtime.readme.template,
      facts,
      passages,
    },
  };
}

/** Returns a call that compiles whatever the API is: of the first operation that needs no input, or else with any input. */
function exampleCall(client: string, { operations }: Api, names: ClientEmitContext['names']): string {
  const needsInput = ({ parameters, body }: Operation) =>
    body?.required === true || parameters.some(({ required }) => required);
  const operation = operations.find((each) => !needsInput(each)) ?? operations[0];
  if (operation === undefined) return '';
  const method = `${client}.${names.member(operation.noun)}.${operation.verb}`;
  return needsInput(operation)
    ? `export const example = (input: Parameters<typeof ${method}>[0]) => ${method}(input);`
    : `await ${method}();`;
}
