/** The configuration file: what is generated from which documents. */
import type { ReadmePassages } from '../../code/index.js';
import type { ClientRuntimeName } from '../../emit/client/index.js';
import type { DocsBuild } from '../../emit/docs/index.js';
import type { NameRules, OperationFilter, PaginationRule } from '../../document/index.js';
import type { ServerDialectName } from '../../emit/server/index.js';
import type { ApiEmitter, JsonObject, VersionEmitter } from '../../emitter/index.js';

/**
 * An emitter: `types`, `contract`, `client`, `server`, `docs`, `overlay`, the path of a custom emitter, the name of a package that
 * exports one, or the emitter itself. An array adds the options of a custom emitter: `["./emitter.ts", { … }]`.
 */
export type EmitterEntry = CustomEmitter | string | readonly [emitter: CustomEmitter | string, options: JsonObject];

/** An emitter that `defineEmitter` or `defineApiEmitter` returns. */
export type CustomEmitter = VersionEmitter | ApiEmitter;

/** A document with what the configuration knows of it. */
export interface DocumentSource {
  /** The path or the URL. */
  readonly file: string;
  /** The digest of the content: `sha256-` and base64. Another content is an error. */
  readonly integrity?: string;
  /** The version, instead of `info.version`. */
  readonly version?: string;
}

/** Paths are relative to the configuration. `config.schema.json` describes the same for editors, and validates the file. */
export interface LadingConfig {
  /** The path of the JSON Schema, for editors. */
  readonly $schema?: string;
  /**
   * One whole document per version: Swagger 2.0 or OpenAPI 3.x, YAML or JSON. An object names the version itself. A URL is fetched
   * once; its copy below `.lading/documents` is used until `lading fetch`.
   */
  readonly documents?: readonly (string | DocumentSource)[];
  /** OpenAPI Overlays. Each turns the document or overlay that it extends into another version. */
  readonly overlays?: readonly string[];
  /** Folders of corrections of the documents. Each names the versions that it corrects. A correction that changes nothing is an error. */
  readonly corrections?: readonly string[];
  /** Instead of documents and overlays: a folder whose `versions.yaml` names product, document and overlays. */
  readonly spec?: string;
  /**
   * The operations that are generated, by tags, paths, operation IDs and deprecation. Components that none of them uses are
   * left out: `{ "include": { "tags": ["repos"] }, "exclude": { "deprecated": true } }`. @default all operations
   */
  readonly operations?: OperationFilter;
  /**
   * How the pages of operations follow each other, where documents do not say it with `x-lading-pagination`:
   * `[{ "operations": { "ids": ["list*"] }, "pages": { "kind": "page", "parameter": "page" } }]`. The first rule that matches an
   * operation counts.
   */
  readonly pagination?: readonly PaginationRule[];
  /**
   * Other names of schemas, operations, methods and tags, before names of packages are made of them:
   * `{ "schemas": { "Legacy*": "*" } }`. @default the names of the documents
   */
  readonly names?: NameRules;
  /** The product name that replaces the placeholder `Vendor` in documents and overlays: `Acme`. */
  readonly product?: string;
  /** What is generated. @default `['types']` */
  readonly emitters?: readonly EmitterEntry[];
  /** The emitters of single versions and of ranges, instead of `emitters`: `{ "1.24 - 1.40": ["contract"] }`. */
  readonly emittersByVersion?: Readonly<Record<string, readonly EmitterEntry[]>>;
  /**
   * The runtime of the clients: `fetch` for any API, on the Fetch standard; `engine` for the API of an engine, which is
   * found by sockets and contexts. @default `{ runtime: 'fetch' }`
   */
  readonly client?: { readonly runtime?: ClientRuntimeName };
  /**
   * The dialect of the servers: `standard` for any API; `engine` for the API of an engine, with its habits. `conversions` names
   * a package that the umbrella `conversions` was generated into, and the range of its versions: the umbrella of the servers then
   * serves the clients of all its versions, and loads contracts and conversions when a client needs them. Only servers of an
   * engine can load them.
   * @default `{ dialect: 'standard' }`
   */
  readonly server?: {
    readonly dialect?: ServerDialectName;
    readonly conversions?: { readonly package: string; readonly version: string };
  };
  /** The conversions between versions. */
  readonly overlay?: {
    /**
     * The package whose exports are the default conversion hooks, each created by a function with the name of the hook, and the
     * range of its versions that overlay packages depend on. Overlay packages then export `olderClients` and `newerClients`.
     * @default none: users of the overlay packages pass the hooks
     */
    readonly hooks?: { readonly package: string; readonly version: string };
  };
  /**
   * The reference: a folder of articles, a file with the commands of a command line and the operations that each calls,
   * and options for every `curl` command that it shows. With `build`, an Nx target, the build of a docs package writes its data
   * into `dist/`: `lading generate --dist`.
   * @default `generate` writes all of its files into `gen/`
   */
  readonly docs?: {
    readonly articles?: string;
    readonly commands?: string;
    readonly curl?: string;
    readonly build?: DocsBuild;
  };
  /** Markdown files that replace passages of READMEs. */
  readonly readmes?: ReadmePassages;
  /**
   * The license of generated packages: an SPDX expression such as `MIT`, `UNLICENSED`, or `false` for none.
   * @default `info.license` of the document
   */
  readonly license?: string | false;
  /** The scope of the package names: `@acme`, or empty for none. @default `'@lading'` */
  readonly scope?: string;
  /** The package name without the scope. @default `'{kind}-v{version}'` */
  readonly packageName?: string;
  /** The output folder. @default `'generated'` */
  readonly out?: string;
  /**
   * Handwritten packages for all versions, each in its folder below the output folder. The modules that depend on the versions
   * are generated into `gen/`, and the dependencies on the packages of the versions are updated.
   */
  readonly umbrellas?: {
    readonly client?: string;
    readonly server?: string;
    readonly docs?: string;
    readonly conversions?: string;
  };
  /** Whether the types packages contain a `paths` module for openapi-fetch. @default true */
  readonly paths?: boolean;
  /** Whether the output folder is a separate workspace with its own build. @default true */
  readonly workspace?: boolean;
  /**
   * The command that builds a package in its folder, below the output folder, where the packages belong to an existing
   * workspace: it writes the modules, and the compiler only declarations. @default `'tsc --build'`, which writes both
   */
  readonly build?: string;
  /**
   * Where the workspace installs the runtimes from: `vendored`, from tarballs that are written into its folder `vendor`;
   * `registry`, from npm's registry. @default `'vendored'`
   */
  readonly runtimes?: 'vendored' | 'registry';
}

/** Returns the configuration, with its type checked by the compiler. */
export function defineConfig(config: LadingConfig): LadingConfig {
  return config;
}
