/** A version → the content of its docs package. */
import {
  appendTo,
  packageFolder,
  type CodeModule,
  type JsonFile,
  type Naming,
  type OutputFile,
  type Prose,
} from '../../code/index.js';
import type { Json, JsonObject } from '../../document/index.js';
import type { Api } from '../../ir/index.js';
import type { Page, SchemaPage } from './page.js';
import { emitDocs, pageList, type DocsBase, type EmittedDocs } from './emit-docs.js';
import { llmsText } from './markdown/llms.js';
import { markdownFiles } from './markdown/render.js';
import { withExamples } from './openapi-examples.js';
import type { DocsBuild } from './docs-build.js';
import { packageFiles } from './package-files.js';
import type { Spelling } from './page-context.js';

export interface DocsPackage {
  readonly emitted: EmittedDocs;
  readonly folder: string;
  /** Empty, since the package contains no code. */
  readonly modules: readonly CodeModule[];
  /** All of its files, including those in `gen/` and those that its build writes. */
  readonly files: readonly (OutputFile | JsonFile)[];
}

export interface DocsOptions {
  readonly naming: Naming;
  /** The names of operations in the client and server packages of the version. */
  readonly spelling?: Omit<Spelling, 'scope'>;
  /** The version as an OpenAPI document. */
  readonly openapi: JsonObject;
  /** Prose about the API from the configuration. */
  readonly prose?: Prose;
  /** The lines at the top of each Markdown file that state its source. */
  readonly head: readonly string[];
  /** The version that it extends, and the differences. */
  readonly base?: DocsBase;
  /** The build that writes the data, such as the pages as JSON, into `dist/`. @default none: they are generated into `gen/` */
  readonly build?: DocsBuild;
}

export function docsPackage(
  api: Api,
  { naming, spelling, openapi, head, base, prose, build }: DocsOptions,
): DocsPackage {
  const emitted = emitDocs(api, { scope: naming.scope, ...spelling }, base, prose);
  const folder = packageFolder('docs', api.version);
  const pages = emitted.pages.filter(({ version }) => version === api.version);
  const printed = (file: OutputFile): OutputFile => ({ ...file, printed: true });
  const dataFolder = build === undefined ? 'gen' : 'dist';
  const data: readonly (OutputFile | JsonFile)[] = [
    ...pageFiles(pages.map(({ page }) => page)).map(({ path, json }) => ({ path: `pages/${path}`, json })),
    { path: 'index.json', json: pageList(emitted, naming) as unknown as Json },
    printed({ path: 'llms.txt', text: llmsText(emitted, dataFolder) }),
    { path: 'openapi.json', json: withExamples(openapi, emitted.context) },
  ];
  const dataFiles = data.map((file) => {
    return { ...file, path: `${folder}/${dataFolder}/${file.path}`, ...(build && ({ isBuilt: true } as const)) };
  });
  return {
    emitted,
    folder,
    modules: [],
    files: [...dataFiles, ...markdownFiles(emitted, head).map(printed), ...packageFiles(emitted, naming, build)],
  };
}

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
