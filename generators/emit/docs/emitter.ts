/** The emitter of docs packages: the reference, which shows calls of the client and the server. */
import { appendTo, defineEmitter, type Json, type JsonFile, type OutputFile } from '../../emitter/index.js';
import type { DocsBuild } from './docs-build.js';
import { emitDocs, pageList, type DocsProse, type EmittedDocs } from './emit-docs.js';
import { llmsText } from './markdown/llms.js';
import { markdownFiles } from './markdown/render.js';
import { withExamples } from './openapi-examples.js';
import { manifestOf } from './manifest.js';
import type { Page, SchemaPage } from './page.js';

export interface DocsOptions extends DocsProse {
  /** Whether the data, such as the pages as JSON, are generated into `gen/`. @default false: pages in Markdown alone */
  readonly data?: boolean;
  /** The build that writes the data into `dist/`. @default none */
  readonly build?: DocsBuild;
}

/** Returns the options of emitters, by their names, with the data of docs packages. */
export function docsWithData<T extends Readonly<Record<string, object>>>(options: T): T {
  return { ...options, [docs.name]: { ...options[docs.name], data: true } };
}

export const docs = defineEmitter<DocsOptions, EmittedDocs>()({
  name: 'docs',
  options: {
    type: 'object',
    additionalProperties: false,
    description: 'Options of "docs": { "articles", "commands", "curl", "data", "build" }.',
    properties: {
      articles: {
        type: 'string',
        minLength: 1,
        format: 'articles',
        description: 'A folder of articles in Markdown.',
      },
      commands: {
        type: 'string',
        minLength: 1,
        format: 'commands',
        description: 'A YAML file: the commands of a command line, each with the operations that it calls.',
      },
      curl: {
        type: 'string',
        pattern: '^[^\\n\\r]*$',
        description: 'Options of each curl command, on one line, such as "--insecure".',
      },
      data: {
        type: 'boolean',
        description:
          'Whether packages of the reference contain its data, from which @lading/docs builds a site: pages as JSON and the OpenAPI document with examples. Pages in Markdown alone when left out.',
      },
      build: {
        type: 'object',
        additionalProperties: false,
        required: ['command'],
        properties: {
          command: {
            type: 'string',
            minLength: 1,
            description: 'A command such as "lading generate --dist", run in the folder of each docs package.',
          },
          dependsOn: {
            type: 'array',
            items: { type: ['string', 'object'] },
            description: 'A list of Nx: the tasks that precede the command.',
          },
          inputs: {
            type: 'array',
            items: { type: ['string', 'object'] },
            description: 'A list of Nx: the files on which the data depend.',
          },
        },
        description:
          'An Nx target { "command", "dependsOn", "inputs" } that writes the data of a docs package into dist/ if "workspace" is false.',
      },
    },
  },
  needs: ['openapi'],
  describes: ['client', 'server'],
  emit: ({
    api,
    naming,
    package: name,
    base,
    head,
    lineage,
    needs: { openapi, client, server },
    options: { data: isDataInGen = false, build, ...prose },
  }) => {
    const spelling = {
      scope: naming.scope,
      ...(naming.pattern !== undefined && { pattern: naming.pattern }),
      ...(client && { client: client.call }),
      ...(server && { server: server.handler }),
    };
    const emitted = emitDocs(api, spelling, base && { ...lineage.since(base.version), emitted: base.retained }, prose);
    const pages = emitted.pages.filter(({ version }) => version === api.version);
    const compact = (path: string, json: Json) => ({ path, json, isCompact: true }) as const;
    const printed = (file: OutputFile): OutputFile => ({ ...file, printed: true });
    const dataFolder = build !== undefined ? 'dist' : isDataInGen ? 'gen' : undefined;
    const dataOf = (folder: string): readonly (OutputFile | JsonFile)[] => [
      ...pageFiles(pages.map(({ page }) => page)).map(({ path, json }) => compact(`pages/${path}`, json)),
      compact('index.json', pageList(emitted, naming) as unknown as Json),
      printed({ path: 'llms.txt', text: llmsText(emitted, folder) }),
      { path: 'openapi.json', json: withExamples(openapi, emitted.context) },
    ];
    const data = dataFolder === undefined ? [] : dataOf(dataFolder);
    const dataFiles = data.map((file) => {
      return { ...file, path: `${dataFolder}/${file.path}`, ...(build && ({ isBuilt: true } as const)) };
    });
    return {
      files: [...dataFiles, ...markdownFiles(emitted, head).map(printed)],
      manifest: manifestOf(emitted, { dataFolder, build }),
      symbols: { package: name },
      retained: emitted,
    };
  },
});

/**
 * Returns the pages as data: a file for each, but one for the schemas of a group, since large documents have thousands of
 * schemas.
 */
function pageFiles(pages: readonly Page[]): readonly JsonFile[] {
  const schemasByGroup = new Map<string, SchemaPage[]>();
  const others: JsonFile[] = [];
  for (const page of pages) {
    if (page.kind === 'schema') appendTo(schemasByGroup, page.group, page);
    else others.push({ path: `${page.path}.json`, json: page as unknown as Json });
  }
  const schemas = [...schemasByGroup].map(([group, ofGroup]) => {
    return { path: `schemas/${group}.json`, json: ofGroup as unknown as Json };
  });
  return [...others, ...schemas];
}
