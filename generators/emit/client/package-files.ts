/** The files of a client package outside `gen/`: its package.json, its compiler options, its README. */
import {
  packageFilesOf,
  packageName,
  readmeText,
  shortVersion,
  titleLine,
  type Naming,
  type OutputFile,
  type ReadmePassages,
  type Api,
  type Operation,
} from '../../emitter/index.js';
import type { ClientEmitContext } from './client-emit-context.js';

export interface ClientPackageContext {
  readonly context: ClientEmitContext;
  readonly naming: Naming;
  /** The version that it extends. */
  readonly extends?: string;
  readonly readmes: ReadmePassages;
}

export function packageFiles(context: ClientPackageContext): readonly OutputFile[] {
  const {
    context: { api, runtime },
    naming,
    extends: base,
  } = context;
  return packageFilesOf({
    kind: 'client',
    naming,
    version: api.version,
    ...(base !== undefined && { extends: base }),
    requiredKinds: ['types', 'contract'],
    runtime: runtime.package,
    globals: ['node'],
    description: `A client for ${titleLine(api.title)}, version ${shortVersion(api.version)}`,
    entries: ['exact/index'],
    readme: readmeOf(context),
  });
}

/** Returns a call that compiles whatever the API is: of the first operation that needs no input, or else with any input. */
function exampleCall(client: string, { operations }: Api, names: ClientPackageContext['context']['names']): string {
  const needsInput = ({ parameters, body }: Operation) =>
    body?.required === true || parameters.some(({ required }) => required);
  const operation = operations.find((each) => !needsInput(each)) ?? operations[0];
  if (operation === undefined) return '';
  const method = `${client}.${names.member(operation.noun)}.${operation.verb}`;
  return needsInput(operation)
    ? `export const example = (input: Parameters<typeof ${method}>[0]) => ${method}(input);`
    : `await ${method}();`;
}

function readmeOf({ context: { api, names, runtime }, naming, extends: base, readmes }: ClientPackageContext): string {
  const [first] = api.operations;
  const { title, version } = api;
  const types = packageName(naming, 'types', version);
  const dependencies = [types, packageName(naming, 'contract', version), runtime.package.package];
  return readmeText(
    runtime.readme.template,
    { kind: 'client', naming, title, version, extends: base, dependencies },
    {
      types,
      operations: api.operations.length,
      nouns: names.nouns.length,
      call: exampleCall(runtime.readme.client, api, names),
      constant: first === undefined ? 'operation' : names.operation(first).name,
      ...runtime.readme.facts(api),
    },
    { use: readmes.client, exactUse: readmes.exactClient },
  );
}
