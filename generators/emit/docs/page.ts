/** The pages of a version's reference as data: the source of its Markdown files and of the site, into whose package it is generated. */

/** What stands for the version in code: `http://localhost/v{version}/info`. */
export const versionMark = '{version}';

/** CommonMark as a document gives it, never trusted: raw HTML in it is text. */
export type Markdown = string;

export type Page = IndexPage | GroupPage | SchemaPage | StatesPage | ArticlePage | ChangesPage;

interface PageBase {
  /** Without ending: `groups/pet`, `schemas/Pet`, `states`, `changes`, `index`. */
  readonly path: string;
  /** As it is, not Markdown. */
  readonly title: string;
  readonly about?: Markdown;
  /** What differs from the version that this one extends, about the page as a whole. */
  readonly marks?: readonly Mark[];
}

/** A place on a page: `groups/pet#PetCreate`. The same in every version that has it. */
export type Link = string;

/** A text that leads somewhere. */
export interface LinkText {
  readonly text: string;
  readonly link: Link;
}

/** `['list of ', { text: 'Mount', link: 'schemas/Mount' }, ' or null']` */
export type TypeText = readonly (string | LinkText)[];

/** The first page of a version. */
export interface IndexPage extends PageBase {
  readonly kind: 'index';
  readonly version: string;
  readonly sections: readonly { readonly title: string; readonly links: readonly DescribedLink[] }[];
  /** Shapes that this version lacks. */
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
  /** What the version that this one extends has here and this one has not. */
  readonly missing: readonly MissingEntry[];
}

/** Something that this version lacks: nothing of it but its name and its mark. */
export interface MissingEntry {
  /** Where it would stand: `Pet.Tags`. */
  readonly anchor: string;
  readonly name: string;
  readonly in?: 'path' | 'query' | 'header';
  readonly marks: readonly Mark[];
}

export interface OperationEntry extends Versions {
  /** `PetCreate` */
  readonly anchor: string;
  readonly id: string;
  readonly method: string;
  /** A template without the version: `/pets/{id}/photo`. */
  readonly path: string;
  readonly summary?: string;
  readonly description?: Markdown;
  readonly rules: readonly Markdown[];
  readonly parameters: readonly FieldEntry[];
  /** Parameters, answers and headers that this version lacks. */
  readonly missing: readonly MissingEntry[];
  readonly body?: BodyEntry;
  /** By status; errors are those from 400 on. */
  readonly responses: readonly ResponseEntry[];
  readonly examples: ExampleEntry;
  /** In these texts {@link versionMark} stands for the version: the same page serves several. */
  readonly code: { readonly curl: string; readonly client?: string; readonly server?: string };
  readonly marks: readonly Mark[];
}

interface Marked {
  readonly marks: readonly Mark[];
}

export interface BodyEntry extends Marked {
  /** `PetCreate.body` */
  readonly anchor: string;
  readonly required: boolean;
  readonly description?: Markdown;
  readonly content: readonly ContentEntry[];
  readonly rules: readonly Markdown[];
}

export interface ResponseEntry extends Marked, Versions {
  /** `PetCreate.201` */
  readonly anchor: string;
  readonly status: string;
  readonly description?: Markdown;
  readonly rules: readonly Markdown[];
  readonly headers: readonly FieldEntry[];
  readonly content: readonly ContentEntry[];
  /** After `101`: what the connection becomes, as a sentence. */
  readonly stream?: string;
}

export interface ContentEntry extends Marked, Versions {
  /** `PetCreate.201.application~2f~json` */
  readonly anchor: string;
  readonly mediaType: string;
  readonly type: TypeText;
  /** How the bytes flow where they are not one JSON value, as a sentence: `One JSON value after another.` */
  readonly stream?: string;
}

export interface ExampleEntry {
  /** A JSON value, or text that tells what bytes are sent. */
  readonly request?: { readonly mediaType: string; readonly body: Json };
  readonly response: {
    readonly status: string;
    readonly mediaType?: string;
    readonly body?: Json;
    /** What flows instead of one JSON value, as text. */
    readonly text?: string;
  };
}

/** A parameter, a header, or a field of a shape. */
export interface FieldEntry extends Versions {
  /** `PetCreate.query.name`, `PetCreate.200.header.Api-Version` or `Pet.Toys`; nested ones `Toy.Color.Shade`. */
  readonly anchor: string;
  readonly name: string;
  /** Of a parameter; a header of an answer has none. */
  readonly in?: 'path' | 'query' | 'header';
  readonly type: TypeText;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly default?: Json;
  /** Each a short text: `at least 0`, `at most 1000`, `pattern ^[a-z]+$`. */
  readonly bounds: readonly string[];
  readonly enum?: EnumEntry;
  readonly description?: Markdown;
  readonly rules: readonly Markdown[];
  /** How it stands in the URL or the header where that is not plain: `as JSON text`. */
  readonly encoding?: string;
  /** The shape whose fields these are too, where the field comes from a base. */
  readonly from?: LinkText;
  readonly marks: readonly Mark[];
}

export interface EnumEntry {
  readonly values: readonly ValueEntry[];
  /** Further values are sent too. */
  readonly open: boolean;
}

export interface ValueEntry {
  readonly value: string | number;
  readonly description?: string;
}

/** What is known for every version, also for those that no document here describes. */
export interface Versions {
  readonly since?: string;
  readonly until?: string;
  readonly deprecated?: { readonly since?: string; readonly use?: Markdown };
}

/** A named shape. */
export interface SchemaPage extends PageBase, Versions {
  readonly kind: 'schema';
  readonly name: string;
  /** What its group is called in paths, or `common`. */
  readonly group: string;
  readonly schema:
    | 'record'
    | 'enum'
    | 'list'
    | 'map'
    | 'union'
    | 'reference'
    | 'string'
    | 'integer'
    | 'number'
    | 'boolean'
    | 'bytes'
    | 'any';
  /** What it is in one line. */
  readonly type: TypeText;
  readonly nullable: boolean;
  readonly bounds: readonly string[];
  readonly rules: readonly Markdown[];
  /** Those of its bases stand among them. */
  readonly fields: readonly FieldEntry[];
  readonly missing: readonly MissingEntry[];
  readonly enum?: EnumEntry;
  readonly example?: Json;
  readonly usedBy: { readonly operations: readonly LinkText[]; readonly schemas: readonly LinkText[] };
  readonly uses: readonly LinkText[];
}

/** The named sets of states. */
export interface StatesPage extends PageBase {
  readonly kind: 'states';
  readonly sets: readonly StateSetEntry[];
}

export interface StateSetEntry {
  /** `pet-status` */
  readonly anchor: string;
  readonly name: string;
  readonly description?: Markdown;
  /** Where such a state stands; a link if that is a field of a page. */
  readonly fields: readonly (LinkText | string)[];
  readonly values: readonly ValueEntry[];
  /** `from` is absent for what did not exist before, `to` for what is gone after. */
  readonly transitions: readonly { readonly from?: string; readonly to?: string; readonly on?: string }[];
  readonly rules: readonly Markdown[];
  readonly marks: readonly Mark[];
}

/** Text in sections: authentication, errors, limits, versioning. */
export interface ArticlePage extends PageBase {
  readonly kind: 'article';
  readonly sections: readonly SectionEntry[];
}

export interface SectionEntry {
  /** `404` or `Pet` */
  readonly anchor: string;
  readonly title: string;
  readonly text?: Markdown;
  readonly table?: { readonly head: readonly string[]; readonly rows: readonly (readonly CellText[])[] };
  readonly code?: { readonly language: string; readonly text: string };
}

/** A cell of a table: plain text, links, and Markdown where it says so. */
export type CellText = readonly (string | LinkText | { readonly markdown: Markdown })[];

/** What differs between this version and the one that it extends, told from the older to the newer. */
export interface ChangesPage extends PageBase {
  readonly kind: 'changes';
  readonly from: string;
  readonly to: string;
  readonly groups: readonly ChangesGroup[];
  /** What differs beyond shapes: conversions that the overlay decides, by the difference they belong to. */
  readonly behaviours: readonly BehaviourEntry[];
}

export interface BehaviourEntry {
  /** `difference-pets-delete-all` */
  readonly anchor: string;
  readonly title: string;
  readonly says: readonly Markdown[];
  readonly operations: readonly LinkText[];
  readonly rules: readonly Markdown[];
}

export interface ChangesGroup {
  /** `PetCreate`, `schema-Pet` */
  readonly anchor: string;
  readonly title: string;
  readonly link?: Link;
  readonly changes: readonly ChangeEntry[];
}

export interface ChangeEntry {
  /** Made of what it is about: `Pet.Tags-added`. Marks name it. */
  readonly anchor: string;
  readonly sentence: Markdown;
  readonly kind: ChangeKind;
  readonly direction: 'request' | 'response' | 'both';
  readonly breaks: 'client' | 'server' | 'both' | 'none';
  /** `Pet.Tags` */
  readonly place: string;
  /** The place that it marks on the pages of this version; what this version lacks has a place there too. */
  readonly link: Link;
  /** The same place on the pages of the version that this one extends, or the nearest that they have. */
  readonly other: Link;
  /** The operations that carry it. */
  readonly operations: readonly LinkText[];
  /** What whoever migrates must do. */
  readonly migrate: readonly Markdown[];
}

export type ChangeKind =
  | 'added'
  | 'removed'
  | 'renamed'
  | 'type'
  | 'required'
  | 'nullable'
  | 'enum'
  | 'default'
  | 'bound'
  | 'deprecated'
  | 'behaviour';

/** A badge at a place that differs from the version that this one extends. */
export interface Mark {
  readonly kind: ChangeKind;
  /** `since 1.44`, `default differs in 1.41` */
  readonly text: string;
  /** The sentence of the change. */
  readonly says: Markdown;
  readonly breaks: 'client' | 'server' | 'both' | 'none';
  /** The versions whose difference it is, older first. */
  readonly versions: readonly [string, string];
  /** The change on the changes page: `changes#Pet.Tags-added`. */
  readonly change: Link;
}

/** `gen/index.json`: every page of a version, and where it is. */
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
  /** The package that holds it: `@lading/docs-v1.44`. */
  readonly package: string;
}

/** A JSON value. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
