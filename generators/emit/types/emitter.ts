/** The emitter of types packages. */
import { commentLines, defineEmitter, packageName, inlineType, type TypesContext } from '../../emitter/index.js';
import { emitTypes, type EmittedTypes } from './emit-types.js';
import { identifiersByVersion, type Identifiers } from './identifiers.js';
import { manifestOf } from './manifest.js';
import { emitPaths, type EmittedPaths } from './paths.js';
import { typeCode } from './type-code.js';

export interface TypesOptions {
  /** Whether the package contains a `paths` module. @default true */
  readonly paths?: boolean;
  /** Markdown in the place of the first example of the README. */
  readonly readme?: string;
  /** Markdown in the place of the example of `paths`. */
  readonly pathsReadme?: string;
}

const markdownFile = { type: 'string', minLength: 1, format: 'file' };

/** The entry points of a version, which later versions extend. */
interface RetainedTypes {
  readonly emitted: EmittedTypes;
  /** The entry point whose large integers are `bigint`. */
  readonly exact: EmittedTypes;
  /** The `paths` module, if there is one. */
  readonly paths?: EmittedPaths;
}

export const types = defineEmitter<TypesOptions, RetainedTypes>()({
  name: 'types',
  options: {
    type: 'object',
    additionalProperties: false,
    description: 'Options of "types": { "paths", "readme", "pathsReadme" }.',
    properties: {
      paths: {
        type: 'boolean',
        description:
          'Either true or false: whether the types contain a `paths` module for openapi-fetch; true when left out.',
      },
      readme: { ...markdownFile, description: 'A Markdown file in the place of the first example of the README.' },
      pathsReadme: { ...markdownFile, description: 'A Markdown file in the place of the example of `paths`.' },
    },
  },
  plan: (apis): ReadonlyMap<string, Identifiers> => identifiersByVersion(apis),
  emit: ({ api, naming, plan: identifiers, base, head, options }) => {
    const { paths: hasPaths = true } = options;
    const emitted = emitTypes(api, naming, { base: base?.retained.emitted, identifiers });
    const exact = emitTypes(
      api,
      { ...naming, exact: true },
      { base: base?.retained.exact, plain: emitted, identifiers },
    );
    const extended = base?.retained.paths && {
      package: packageName(naming, 'types', base.version),
      emitted: base.retained.paths,
    };
    const plain = typesContext(emitted);
    const names = new Set(emitted.declarations.flatMap(({ symbols }) => symbols.map(({ name }) => name)));
    const paths = hasPaths ? emitPaths(api, emitted, extended) : undefined;
    return {
      modules: [...emitted.modules, ...exact.modules],
      files: paths ? [{ path: 'gen/paths.ts', text: `${commentLines(head)}\n\n${paths.text}` }] : [],
      manifest: manifestOf(api, hasPaths, { use: options.readme, paths: options.pathsReadme }),
      symbols: {
        ...plain,
        part: (operation, part) => {
          const symbol = plain.part(operation, part);
          return names.has(symbol.name) ? symbol : undefined;
        },
        plain,
        exact: typesContext(exact),
        names,
      },
      retained: { emitted, exact, ...(paths && { paths }) },
    };
  },
});

/**
 * The types of a version as other emitters see them: the code of a type, and the symbols of the parts of operations.
 */
export function typesContext({ names, origin }: EmittedTypes): TypesContext {
  return {
    package: names.package,
    text: (type) => inlineType(typeCode(type, names)),
    part: (operation, part) => names.part(operation, part),
    origin,
  };
}
