/**
 * An emitter of lading: for each version, a server of the Model Context Protocol with a tool for each operation, which calls the
 * generated client.
 */
import {
  camelCase,
  commentBlock,
  commentText,
  data,
  defineEmitter,
  entryKey,
  fileName,
  identifier,
  literal,
  mention,
  object,
  pascalCase,
  statement,
  titleLine,
  uniqueName,
  type CodeSymbol,
  type Data,
  type Declaration,
  type Operation,
  type SecurityScheme,
  type VersionRequest,
} from 'lading/emitter';
import { definitionsOf, toolNames, toolOf } from './runtime/document-tools.js';
import type { Tool, ToolAnnotations } from './runtime/tool.js';

/** The options of the emitter. A word is a group, an operation or a method of HTTP. */
export interface McpEmitterOptions {
  /** Only the tools that one of these words names. @default all */
  readonly include?: readonly string[];
  /** All tools but those that one of these words names. */
  readonly exclude?: readonly string[];
  /** Hints by such a word, in the place of those that follow from the method. */
  readonly annotations?: Readonly<Record<string, ToolAnnotations>>;
}

type Request = VersionRequest<McpEmitterOptions, 'client' | 'openapi'>;

const words = { type: 'array', items: { type: 'string' } };
const runtime = '@lading/emit-mcp';

export default defineEmitter<McpEmitterOptions>()({
  name: 'mcp',
  options: {
    type: 'object',
    additionalProperties: false,
    properties: {
      include: { ...words, description: 'The groups, operations and methods that have tools.' },
      exclude: { ...words, description: 'The groups, operations and methods that have no tools.' },
      annotations: {
        type: 'object',
        description: 'The hints of groups, operations and methods.',
        additionalProperties: {
          type: 'object',
          additionalProperties: false,
          properties: {
            readOnlyHint: { type: 'boolean' },
            destructiveHint: { type: 'boolean' },
            idempotentHint: { type: 'boolean' },
          },
        },
      },
    },
  },
  needs: ['client', 'openapi'],
  emit: (request) => {
    const { api, symbol, package: own } = request;
    const tools = toolsOf(request);
    const definitions = definitionsOf(
      tools.map(({ tool }) => tool),
      request.needs.openapi,
    );
    const taken = new Set(['toolset', 'main']);
    // Two names may become the same one.
    const nameOf = (wanted: string) => uniqueName(identifier(wanted), taken);
    const type = (name: string) => mention(request.from(`${runtime}/runtime`, name, 'type'));
    const ofTools = tools.map(({ tool, operation }) => {
      const one = symbol(nameOf(`${camelCase(tool.operation)}Tool`), fileName(operation.group));
      return declared(one, `The tool of ${titleLine(tool.operation)}`, type('Tool'), data(tool as unknown as Data));
    });
    const ofSchemas = Object.entries(definitions).map(([name, schema]) => {
      const one = symbol(nameOf(`${pascalCase(name)}Schema`), 'schemas');
      return { name, ...declared(one, `The schema of ${titleLine(name)}`, type('Schema'), data(schema as Data)) };
    });
    const toolset = symbol('toolset', 'server');
    const value = object([
      ['title', literal(titleLine(api.title))],
      ['version', literal(api.version)],
      ['tools', { kind: 'list', items: ofTools.map(({ symbols: [one] }) => mention(one as CodeSymbol)) }],
      [
        'definitions',
        object(ofSchemas.map(({ name, symbols: [one] }) => [entryKey(name), mention(one as CodeSymbol)])),
      ],
    ]);
    return {
      declarations: [
        ...ofTools,
        ...ofSchemas.map(({ symbols, statements }) => ({ symbols, statements })),
        declared(toolset, 'The tools of all operations', type('Toolset'), value),
        mainDeclaration(request),
      ],
      about: {
        'gen/server.ts': 'The server, and its tools',
        'gen/schemas.ts': 'The schemas of inputs',
        ...Object.fromEntries(
          api.groups.map(({ name, title }) => [`gen/${fileName(name)}.ts`, `Tools of ${titleLine(title)}`]),
        ),
      },
      files: [
        {
          path: 'bin/mcp.mjs',
          text: `#!/usr/bin/env node\nimport { main } from '../dist/index.js';\n\nawait main();\n`,
        },
      ],
      manifest: {
        description: `A server of the Model Context Protocol for ${titleLine(api.title)}`,
        dependencies: { [runtime]: '^0.1.0' },
        globals: ['node'],
        compilerOptions: { skipLibCheck: true },
        packageJson: { bin: { [own.split('/').at(-1) ?? own]: 'bin/mcp.mjs' }, files: ['bin', 'dist'] },
      },
    };
  },
});

/** Returns the tools that the options select, with their operations. */
function toolsOf({ api, options, needs: { client, openapi } }: Request) {
  const { include = [], exclude = [], annotations = {} } = options;
  for (const word of [...include, ...exclude, ...Object.keys(annotations)])
    if (!api.operations.some((operation) => isNamed(operation, word)))
      throw new TypeError(`No operation has the group, method or name ${JSON.stringify(word)}: correct the options`);
  const selected = api.operations.filter(
    (operation) =>
      (include.length === 0 || include.some((word) => isNamed(operation, word))) &&
      !exclude.some((word) => isNamed(operation, word)),
  );
  const calls = selected.map((operation) => client.call(operation));
  const names = toolNames(selected.map(({ noun, verb, method, path }) => [noun, verb, `${method} ${path}`]));
  return selected.flatMap((operation, index) => {
    const { noun = '', verb = '', nested = [], locations = [] } = calls[index] ?? {};
    const { id, group, method, path } = operation;
    const name = names[index] ?? '';
    const source = { name, operation: id, group, method, path, call: [noun, verb], nested, locations } as const;
    const tool = toolOf(source, openapi);
    if (tool === undefined) return [];
    const hints = Object.entries(annotations).filter(([word]) => isNamed(operation, word));
    const own: ToolAnnotations = Object.assign({}, tool.annotations, ...hints.map(([, one]) => one));
    const described: Tool = { ...tool, annotations: own };
    return [{ tool: described, operation }];
  });
}

function isNamed({ id, documentId = id, group, noun, method }: Operation, word: string): boolean {
  return [id, documentId, group, noun, method].some((one) => one.toLowerCase() === word.toLowerCase());
}

function declared(symbol: CodeSymbol, about: string, type: string, value: ReturnType<typeof data>): Declaration {
  const comment = commentBlock(commentText(`${about}.`));
  return {
    symbols: [symbol],
    statements: [statement(`${comment}export const ${symbol.name}: ${type} = `, value, ';')],
  };
}

/** The program: credentials come from the environment, and the client from its package. */
function mainDeclaration({ api, symbol, from, package: own, needs: { client } }: Request): Declaration {
  const [first] = api.operations;
  const main = symbol('main', 'server');
  const call = first && client.call(first);
  const connect = mention(from(client.package, call?.connect ?? client.connect.name));
  const schemes = api.securitySchemes.filter(isCredential);
  const title = variableOf(titleLine(api.title));
  const names = new Set<string>();
  const credentials = schemes.map((scheme) => {
    const { name } = scheme;
    const wanted = `${title}_${variableOf(name)}`;
    let variable = wanted;
    for (let count = 2; names.has(variable); count++) variable = `${wanted}_${count}`;
    names.add(variable);
    return { scheme: name, variable, ...(isBasic(scheme) && { isBasic: true as const }) };
  });
  const auth = schemes.length > 0 ? ', auth' : '';
  const target =
    call?.isAsync === true
      ? `${connect}(url === undefined ? {} : { host: url })`
      : `${connect}({ ...(url !== undefined && { baseUrl: url })${auth} })`;
  const needed =
    call?.settings === undefined || call.isAsync
      ? target
      : `{
    if (url === undefined) throw new TypeError('Give the address of the API: --url');
    return ${connect}({ baseUrl: url${auth} });
  }`;
  const run = mention(from(`${runtime}/runtime`, 'runMcp'));
  // Without operations, no tool calls a client.
  const connected = call === undefined ? '() => ({})' : `({ url${auth} }) => ${needed}`;
  const text = `/** Runs the server, as its command line says. */
export function main(args?: readonly string[]): Promise<void> {
  const credentials = ${JSON.stringify(credentials)} as const;
  const command = ${literal(own.split('/').at(-1) ?? own)};
  return ${run}({ ...${mention(symbol('toolset', 'server'))}, command, credentials, connect: ${connected} }, args);
}`;
  return { symbols: [main], statements: [text] };
}

function isCredential(scheme: SecurityScheme): boolean {
  return scheme.kind !== 'mutual-tls';
}

function isBasic(scheme: SecurityScheme): boolean {
  return scheme.kind === 'http' && scheme.scheme === 'basic';
}

/** `Kiosk API` → `KIOSK_API` */
function variableOf(text: string): string {
  const name = text
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
  return /^[A-Z]/.test(name) ? name : `API_${name}`;
}
