/** A page of the site: what a docs package holds, or what is made of all of its pages. */
import type { ChangesPage, GroupPage, LinkText, Mark, OperationEntry, Page, SchemaPage } from '../gen/page.js';

export type SitePage =
  Exclude<Page, GroupPage | SchemaPage> | SiteGroupPage | SiteSchemaPage | SchemasPage | GraphPage | TimelinePage;

/** A group's page, with what changed in the schemas that its operations carry. */
export interface SiteGroupPage extends GroupPage {
  readonly operations: readonly SiteOperation[];
}

interface SiteOperation extends OperationEntry {
  /** Differences of schemas that its body or its answers are made of. */
  readonly carried?: readonly Mark[];
}

/** A schema's page, with where the schema goes. */
interface SiteSchemaPage extends SchemaPage {
  /** Absent where nothing leads to it, or where it goes both ways. */
  readonly only?: 'requests' | 'responses';
}

/** Every schema of a version, by group. */
export interface SchemasPage {
  readonly kind: 'schemas';
  readonly path: string;
  readonly title: string;
  readonly groups: readonly { readonly anchor: string; readonly title: string; readonly links: readonly LinkText[] }[];
}

/** Which schema of a group uses which. */
export interface GraphPage {
  readonly kind: 'graph';
  readonly path: string;
  readonly title: string;
  readonly group: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly (readonly [string, string])[];
  /** Schemas without a neighbour here. */
  readonly alone: readonly LinkText[];
}

export interface GraphNode {
  readonly name: string;
  readonly link: string;
  /** It belongs to another group. */
  readonly foreign: boolean;
  /** An operation and not a schema. */
  readonly operation: boolean;
}

/** What came with which version, and which versions are told of here. */
export interface TimelinePage {
  readonly kind: 'timeline';
  readonly path: string;
  readonly title: string;
  readonly versions: readonly TimelineEntry[];
}

export interface TimelineEntry {
  readonly version: string;
  readonly anchor: string;
  /** The site has this version; otherwise it is only known what came with it. */
  readonly told: boolean;
  readonly extends?: string;
  readonly arrived: readonly LinkText[];
}

export type { ChangesPage };
