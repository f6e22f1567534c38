/** The configuration as people write it: what is generated of which documents. */
import type { ReadmePassages } from '../../code/index.js';
import type { Emitter } from '../../emitter/index.js';

/** A document that is generated under another version than its `info.version`. */
export interface DocumentSource {
  readonly file: string;
  /** The version, in the place of `info.version`. */
  readonly version?: string;
}

/** Paths are relative to the configuration. `config.schema.json` says the same to editors, and is what it is held to. */
export interface LadingConfig {
  /** The place of the schema, for editors. */
  readonly $schema?: string;
  /** One whole document per version: Swagger 2.0 or OpenAPI 3.x, YAML or JSON. An object names the version itself. */
  readonly documents?: readonly (string | DocumentSource)[];
  /** OpenAPI Overlays, each of which makes a version of the document or overlay that it extends. */
  readonly overlays?: readonly string[];
  /** Folders of corrections of the documents, each naming the versions that it corrects. One that is not needed any more is an error. */
  readonly patches?: readonly string[];
  /** Instead of documents and overlays: a folder whose `versions.yaml` names product, document and overlays. */
  readonly spec?: string;
  /** What the neutral word `Vendor` in documents and overlays stands for: `Acme`. */
  readonly product?: string;
  /** `types`, `contract`, `client`, `server`, `docs`, `overlay`, the path of an emitter of one's own, the name of a package that is one, or the emitter itself. Only `types` when left out. */
  readonly emitters?: readonly (string | Emitter)[];
  /** The emitters of single versions, in the place of `emitters`: `{ "1.24": ["contract"] }`. */
  readonly emittersByVersion?: Readonly<Record<string, readonly (string | Emitter)[]>>;
  /** The reference: a folder of articles, and options of each `curl` command that it shows. */
  readonly docs?: { readonly articles?: string; readonly curl?: string };
  /** Markdown files in the place of passages of READMEs. */
  readonly readmes?: ReadmePassages;
  /** Of the packages' names: `@acme`, or empty for none. `@lading` when left out. */
  readonly scope?: string;
  /** The name behind the scope, `{kind}-v{version}` when left out. */
  readonly packageName?: string;
  /** The output folder, `generated` when left out. */
  readonly out?: string;
  /**
   * Handwritten packages that stand for all versions, each in its folder below the output folder. The modules that depend on
   * the versions are generated into `gen/`, and the dependencies on the packages of the versions are kept up to date.
   */
  readonly umbrellas?: { readonly client?: string; readonly server?: string; readonly docs?: string };
  /** Whether the types hold a `paths` module for openapi-fetch; so they do when left out. */
  readonly paths?: boolean;
  /** Whether the folder is made a workspace that builds by itself; so it is when left out. */
  readonly workspace?: boolean;
}

/** The configuration itself, checked by the compiler. */
export function defineConfig(config: LadingConfig): LadingConfig {
  return config;
}
