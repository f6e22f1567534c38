/**
 * The pages of a version's reference as data, from which its Markdown files and the site are generated. This module is
 * also copied into the package of the site.
 */

/** The placeholder of the version in code: `http://localhost/v{version}/info`. */
export const versionMark = '{version}';

/** CommonMark from a document. It is untrusted: raw HTML in it is shown as text. */
export type Markdown = string;

export type Page = IndexPage | GroupPage | SchemaPage | StatesPage | ArticlePage | ChangesPage;

interface PageBase {
  /** The path without extension: `groups/pet`, `schemas/Pet`, `states`, `changes`, `index`. */
  readonly path: string;
  /** Plain text, not Markdown. */
  readonly title: string;
  readonly about?: Markdown;
  /** The differences from the extended version that concern the page as a whole. */
  readonly marks?: readonly Mark[];
}

/** A place on a page: `groups/pet#PetCreate`. It is the same in every version that has it. */
export type Link = string;

/** A text with a link. */
export interface LinkText {
  readonly text: string;
  readonly link: Link;
}

/** A type as text with links: `['array of ', { text: 'Mount', link: 'schemas/Mount' }, ' or null']`. */
export type TypeText = readonly (string | LinkText)[];

/** The first page of a version. */
export interface IndexPage extends PageBase {
  readonly kind: 'index';
  readonly version: string;
  readonly sections: readonly { readonly title: string; readonly links: readonly DescribedLink[] }[];
  /** Schemas that this version lacks. */
  readonly missing: readonly MissingEntry[];
}

export interface DescribedLink extends LinkText {
  readonly about?: Markdown;
  readonly marks?: readonly Mark[];
}

/** The operations of a resource group. */
export interface GroupPage extends PageBase {
  readonly kind: 'group';
  readonly operations: readonly OperationEntry[];
  /** The operations of the extended version that this one lacks. */
  readonly missing: readonly MissingEntry[];
}

/** An element that this version lacks, with only its name and its marks. */
export interface MissingEntry {
  /** The anchor that it would have: `Pet.Tags`. */
  readonly anchor: string;
  readonly name: string;
  readonly in?: 'path' | 'query' | 'header' | 'cookie' | 'querystring';
  readonly marks: readonly Mark[];
}

export interface OperationEntry extends VersionNotes {
  /** For example `PetCreate`. */
  readonly anchor: string;
  readonly id: string;
  readonly method: string;
  /** The path template without the version: `/pets/{id}/photo`. */
  readonly path: string;
  readonly summary?: string;
  readonly description?: Markdown;
  readonly rules: readonly Markdown[];
  readonly parameters: readonly FieldEntry[];
  /** Parameters, responses and headers that this version lacks. */
  readonly missing: readonly MissingEntry[];
  readonly body?: BodyEntry;
  /** The responses sorted by status; those from 400 on are errors. */
  readonly responses: readonly ResponseEntry[];
  readonly examples: ExampleEntry;
  /** Code in which {@link versionMark} is the placeholder of the version, since several versions may share a page. */
  readonly code: {
    readonly curl: string;
    /** With the library `requests`. */
    readonly python?: string;
    /** The command that makes this call, if the configuration names a command line. */
    readonly commandLine?: string;
    readonly client?: string;
    readonly server?: string;
    /** Those of the document. */
    readonly samples?: readonly CodeSample[];
  };
  /** Words by which readers may search for it besides its own. */
  readonly keywords?: readonly string[];
  readonly marks: readonly Mark[];
}

interface Marked {
  readonly marks: readonly Mark[];
}

/** A sample of code that the document contains. */
export interface CodeSample {
  readonly title: string;
  /** Its name in Markdown: `ruby`. */
  readonly language: string;
  readonly text: string;
}

/** One of several examples of the document. */
export interface NamedExampleEntry {
  readonly name: string;
  readonly about?: Markdown;
  readonly value?: JsonValue;
}

export interface BodyEntry extends Marked {
  /** For example `PetCreate.body`. */
  readonly anchor: string;
  readonly required: boolean;
  readonly description?: Markdown;
  readonly content: readonly ContentEntry[];
  readonly rules: readonly Markdown[];
}

export interface ResponseEntry extends Marked, VersionNotes {
  /** For example `PetCreate.201`. */
  readonly anchor: string;
  readonly status: string;
  readonly description?: Markdown;
  readonly rules: readonly Markdown[];
  readonly headers: readonly FieldEntry[];
  readonly content: readonly ContentEntry[];
  /** For status `101`: the protocol of the upgraded connection, as a sentence. */
  readonly stream?: string;
}

export interface ContentEntry extends Marked, VersionNotes {
  /** For example `PetCreate.201.application~2f~json`. */
  readonly anchor: string;
  readonly mediaType: string;
  readonly type: TypeText;
  /** The format of a stream or of the parts of a form in sentences, if the content is not one JSON value. */
  readonly stream?: string;
  /** The examples of the document, if there are several. */
  readonly examples?: readonly NamedExampleEntry[];
}

export interface ExampleEntry {
  /** The request body: a JSON value, or a text that describes the bytes. */
  readonly request?: { readonly mediaType: string; readonly body: JsonValue };
  readonly response: {
    readonly status: string;
    readonly mediaType?: string;
    readonly body?: JsonValue;
    /** The content as text, if it is not one JSON value. */
    readonly text?: string;
  };
}

/** A parameter, a header, or a field of a schema. */
export interface FieldEntry extends VersionNotes {
  /**
   * For example `PetCreate.query.name`, `PetCreate.200.header.Api-Version`, `Pet.Toys` or, nested, `Toy.Color.Shade`.
   */
  readonly anchor: string;
  readonly name: string;
  /** The location of a parameter; absent for a response header. */
  readonly in?: 'path' | 'query' | 'header' | 'cookie' | 'querystring';
  readonly type: TypeText;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly default?: JsonValue;
  /** The constraints, each as a short text: `at least 0`, `at most 1000`, `pattern ^[a-z]+$`. */
  readonly bounds: readonly string[];
  readonly enum?: EnumEntry;
  readonly description?: Markdown;
  readonly rules: readonly Markdown[];
  /** The examples of the document, if there are several. */
  readonly examples?: readonly NamedExampleEntry[];
  /** The encoding in the URL or the header if it is not plain: `as JSON text`. */
  readonly encoding?: string;
  /** The schema that declares the field, if it is inherited from a base. */
  readonly from?: LinkText;
  readonly marks: readonly Mark[];
}

export interface EnumEntry {
  readonly values: readonly ValueEntry[];
  /** Whether servers may send further values. */
  readonly open: boolean;
}

export interface ValueEntry {
  readonly value: string | number;
  readonly description?: string;
}

/** The versions that introduced, deprecated and removed an element. No document of these versions is needed. */
export interface VersionNotes {
  readonly since?: string;
  readonly until?: string;
  readonly deprecated?: { readonly since?: string; readonly use?: Markdown };
}

/** A named schema. */
export interface SchemaPage extends PageBase, VersionNotes {
  readonly kind: 'schema';
  readonly name: string;
  /** The name of its group in paths, or `common`. */
  readonly group: string;
  readonly schema:
    | 'record'
    | 'enum'
    | 'array'
    | 'map'
    | 'union'
    | 'intersection'
    | 'reference'
    | 'string'
    | 'integer'
    | 'number'
    | 'boolean'
    | 'bytes'
    | 'condition'
    | 'any'
    | 'never';
  /** Its type in one line. */
  readonly type: TypeText;
  readonly nullable: boolean;
  readonly bounds: readonly string[];
  readonly rules: readonly Markdown[];
  /** The fields, including those of its bases. */
  readonly fields: readonly FieldEntry[];
  readonly missing: readonly MissingEntry[];
  readonly enum?: EnumEntry;
  /** Which value of a property states which schema, if the type is one of several. */
  readonly discriminator?: DiscriminatorEntry;
  readonly example?: JsonValue;
  readonly usedBy: { readonly operations: readonly LinkText[]; readonly schemas: readonly LinkText[] };
  readonly uses: readonly LinkText[];
}

/** A property whose value states the schema of an object. */
export interface DiscriminatorEntry {
  readonly property: string;
  /** Each value, with the path of the page of its schema. */
  readonly values: readonly { readonly value: string; readonly link: string }[];
}

/** The named state sets. */
export interface StatesPage extends PageBase {
  readonly kind: 'states';
  readonly sets: readonly StateSetEntry[];
}

export interface StateSetEntry {
  /** For example `pet-status`. */
  readonly anchor: string;
  readonly name: string;
  readonly description?: Markdown;
  /** The fields that contain such a state; links if they are described on a page. */
  readonly fields: readonly (LinkText | string)[];
  readonly values: readonly ValueEntry[];
  /** The transitions; `from` is absent for a creation, `to` for a removal. */
  readonly transitions: readonly { readonly from?: string; readonly to?: string; readonly on?: string }[];
  readonly rules: readonly Markdown[];
  readonly marks: readonly Mark[];
}

/** A text in sections: authentication, errors, limits, versioning. */
export interface ArticlePage extends PageBase {
  readonly kind: 'article';
  readonly sections: readonly SectionEntry[];
}

export interface SectionEntry {
  /** For example `404` or `Pet`. */
  readonly anchor: string;
  readonly title: string;
  readonly text?: Markdown;
  readonly table?: { readonly head: readonly string[]; readonly rows: readonly (readonly CellText[])[] };
  readonly code?: { readonly language: string; readonly text: string };
}

/** A cell of a table: plain text, links, and Markdown. */
export type CellText = readonly (string | LinkText | { readonly markdown: Markdown })[];

/** The changes between this version and the one that it extends, from the older to the newer one. */
export interface ChangesPage extends PageBase {
  readonly kind: 'changes';
  readonly from: string;
  readonly to: string;
  /** The version of the two that the behaviours describe. */
  readonly extending: string;
  readonly groups: readonly ChangesGroup[];
  /** Differences that schemas do not show: conversions of the overlay, by the difference that they belong to. */
  readonly behaviours: readonly BehaviourEntry[];
}

export interface BehaviourEntry {
  /** For example `difference-pets-delete-all`. */
  readonly anchor: string;
  /** What differs, in Markdown, as a sentence without a period. */
  readonly title: Markdown;
  readonly descriptions: readonly Markdown[];
  readonly operations: readonly LinkText[];
  readonly rules: readonly Markdown[];
}

export interface ChangesGroup {
  /** For example `PetCreate` or `schema-Pet`. */
  readonly anchor: string;
  readonly title: string;
  readonly link?: Link;
  readonly changes: readonly ChangeEntry[];
}

export interface ChangeEntry {
  /** The anchor to which marks refer: `Pet.Tags-added`. */
  readonly anchor: string;
  readonly sentence: Markdown;
  /** The constraints that the sentence counts, each as a sentence. */
  readonly constraints?: { readonly added: readonly Markdown[]; readonly removed: readonly Markdown[] };
  readonly kind: ChangeBadge;
  readonly direction: 'request' | 'response' | 'both';
  readonly breaks: 'client' | 'server' | 'both' | 'none';
  /** For example `Pet.Tags`. */
  readonly place: string;
  /** The marked place on the pages of this version, which also list elements that it lacks. */
  readonly link: Link;
  /** The same place on the pages of the extended version, or the nearest one that they have. */
  readonly other: Link;
  /** The operations that it concerns. */
  readonly operations: readonly LinkText[];
  /** Advice for migration. */
  readonly migrate: readonly Markdown[];
}

export type ChangeBadge =
  | 'added'
  | 'removed'
  | 'renamed'
  | 'type'
  | 'required'
  | 'nullable'
  | 'enum'
  | 'default'
  | 'constraint'
  | 'deprecated'
  | 'behaviour';

/** A badge at an element that differs from the extended version. */
export interface Mark {
  readonly kind: ChangeBadge;
  /** For example `since 1.44` or `default differs in 1.41`. */
  readonly text: string;
  /** The text on the pages of the other version, where it is another one: `default differs in 1.41`. */
  readonly counterpart?: string;
  /** The sentence of the change. */
  readonly description: Markdown;
  readonly breaks: 'client' | 'server' | 'both' | 'none';
  /** The two compared versions, older first. */
  readonly versions: readonly [string, string];
  /** The change on the changes page: `changes#Pet.Tags-added`. */
  readonly change: Link;
}

/** The content of `gen/index.json`: every page of a version with the package that contains it. */
export interface PageList {
  readonly version: string;
  readonly title: string;
  /** The version that this one extends. */
  readonly extends?: string;
  readonly pages: readonly PageListEntry[];
}

export interface PageListEntry {
  readonly path: string;
  readonly title: string;
  readonly kind: Page['kind'];
  /** The resource group, for group and schema pages. */
  readonly group?: string;
  /** The Markdown file with the page, without extension, if the file has further ones: `schemas/pet`. */
  readonly file?: string;
  /** The anchor of the page in that file. */
  readonly anchor?: string;
  /** The package that contains it: `@lading/docs-v1.44`. */
  readonly package: string;
}

/** A JSON value. */
type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };
