/** A version → everything its docs package holds. */
import { packageFolder, type CodeModule, type Naming, type OutputFile, type Prose } from '../../code/index.js';
import type { Json, JsonObject } from '../../document/index.js';
import type { Api } from '../../ir/index.js';
import { emitDocs, pageList, type DocsBase, type EmittedDocs } from './emit-docs.js';
import { readableJson } from './json-text.js';
import { llmsText } from './markdown/llms.js';
import { markdownFiles } from './markdown/render.js';
import { withExamples } from './openapi-examples.js';
import { packageFiles } from './package-files.js';
import type { Spelling } from './page-context.js';

export interface DocsPackage {
  readonly emitted: EmittedDocs;
  readonly folder: string;
  /** None: it holds no code. */
  readonly modules: readonly CodeModule[];
  /** All of its files, those in `gen/` too. */
  readonly files: readonly OutputFile[];
}

export interface DocsOptions {
  readonly naming: Naming;
  /** How the packages beside this one spell operations. */
  readonly spelling?: Omit<Spelling, 'scope'>;
  /** The version as an OpenAPI document. */
  readonly openapi: JsonObject;
  /** What the configuration says of the API besides. */
  readonly prose?: Prose;
  /** What the head of each Markdown file says of its source. */
  readonly head: readonly string[];
  /** The version it extends, and what differs. */
  readonly base?: DocsBase;
}

export function docsPackage(api: Api, { naming, spelling, openapi, head, base, prose }: DocsOptions): DocsPackage {
  const emitted = emitDocs(api, { scope: naming.scope, ...spelling }, base, prose);
  const folder = packageFolder('docs', api.version);
  const pages = emitted.pages.filter(({ version }) => version === api.version);
  const files: readonly OutputFile[] = [
    ...pages.map(({ page, text }) => ({ path: `${folder}/gen/pages/${page.path}.json`, text })),
    ...markdownFiles(emitted, head),
    { path: `${folder}/gen/index.json`, text: readableJson(pageList(emitted, naming) as unknown as Json) },
    { path: `${folder}/gen/llms.txt`, text: llmsText(emitted) },
    { path: `${folder}/gen/openapi.json`, text: readableJson(withExamples(openapi, emitted.room)) },
  ];
  return {
    emitted,
    folder,
    modules: [],
    files: [...files.map((file) => ({ ...file, printed: true as const })), ...packageFiles(emitted, naming)],
  };
}
