/** The configuration file: what is generated from which documents. */
import type { ClientRuntimeName } from '../../emit/client/index.js';
import type { DocsBuild } from '../../emit/docs/index.js';
import type { NameRules, OperationFilter, PaginationRule } from '../../document/index.js';
import type { ServerDialectName } from '../../emit/server/index.js';
import type { ApiEmitter, JsonObject, VersionEmitter } from '../../emitter/index.js';

/**
 * An emitter: `types`, `contract`, `client`, `server`, `docs`, `conversion`, those of packages for all versions (`clients`, `servers`,
 * `references`, `conversions`), the path of a custom emitter, the name of a package that exports one, or the emitter itself. An
 * array adds its options: `["client", { "runtime": "engine" }]`. Options that name files have paths relative to the configuration.
 */
export type EmitterEntry = CustomEmitter | string | readonly [emitter: CustomEmitter | string, options: JsonObject];

/** An emitter that `defineEmitter` or `defineApiEmitter` returns. */
export type CustomEmitter = VersionEmitter | ApiEmitter;

/** A document with what the configuration knows of it. */
export interface DocumentSource {
  /** The path or the URL. */
  readonly file: string;
  /** Where the files lie that the document refers to, or below, instead of its own folder: one above it. Not for a URL. */
  readonly folder?: string;
  /** The digest of the content: `sha256-` and base64. Another content is an error. */
  readonly integrity?: string;
  /** The version, instead of `info.version`. */
  readonly version?: string;
}

/** One of several APIs. */
export type OneApi = Omit<LadingConfig, '$schema' | 'apis'>;

/** Paths are relative to the configuration. `config.schema.json` describes the same for editors, and validates the file. */
export interface LadingConfig {
  /** The path of the JSON Schema, for editors. */
  readonly $schema?: string;
  /**
   * Several APIs by their names, each with the documents, emitters and output folder of its own: every key of a configuration.
   * Keys beside `apis` are those of all APIs that do not have them.
   */
  readonly apis?: Readonly<Record<string, OneApi>>;
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
  /** @deprecated The options of `client`: `["client", { "runtime": "engine" }]`. */
  readonly client?: { readonly runtime?: ClientRuntimeName };
  /** @deprecated The options of `server` and `servers`: `["server", { "dialect": "engine" }]`. */
  readonly server?: {
    readonly dialect?: ServerDialectName;
    readonly conversions?: { readonly package: string; readonly version: string };
  };
  /** @deprecated The options of `conversion` and `conversions`: `["conversion", { "hooks": … }]`. */
  readonly overlay?: { readonly hooks?: { readonly package: string; readonly version: string } };
  /** @deprecated The options of `docs`: `["docs", { "articles": "articles" }]`. */
  readonly docs?: {
    readonly articles?: string;
    readonly commands?: string;
    readonly curl?: string;
    readonly build?: DocsBuild;
  };
  /** @deprecated Options of the emitters: `["types", { "readme": "types.md" }]`. */
  readonly readmes?: Readonly<Partial<Record<'types' | 'paths' | 'client' | 'exactClient' | 'server', string>>>;
  /**
   * The license of generated packages: an SPDX expression such as `MIT`, `UNLICENSED`, or `false` for none.
   * @default `info.license` of the document
   */
  readonly license?: string | false;
  /** The scope of the package names: `@acme`, or empty for none. @default `'@lading'` */
  readonly scope?: string;
  /** The package name without the scope. @default `'{kind}-v{version}'`, in `apis` `'{api}-{kind}-v{version}'` */
  readonly packageName?: string;
  /** The output folder. @default `'generated'`, in `apis` a folder in it with the name of the API */
  readonly out?: string;
  /** @deprecated Options of `clients`, `servers`, `references` and `conversions`: `["clients", { "folder": "client" }]`. */
  readonly umbrellas?: {
    readonly client?: string;
    readonly server?: string;
    readonly docs?: string;
    readonly conversions?: string;
  };
  /** @deprecated An option of `types`: `["types", { "paths": false }]`. */
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
