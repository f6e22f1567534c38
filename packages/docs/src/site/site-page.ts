/** The pages of the site: those of the docs packages, and those derived from all pages of a version. */
import type {
  BehaviourEntry,
  ChangeEntry,
  ChangesGroup,
  ChangesPage,
  GroupPage,
  LinkText,
  Mark,
  OperationEntry,
  Page,
  SchemaPage,
} from '../gen/page.js';

export type SitePage = (
  | Exclude<Page, GroupPage | SchemaPage | ChangesPage>
  | SiteChangesPage
  | SiteGroupPage
  | OperationPage
  | SiteSchemaPage
  | SchemasPage
  | GraphPage
  | TimelinePage
) & { readonly part?: PagePart };

/** Which part of a long page a page is. */
export interface PagePart {
  readonly number: number;
  readonly count: number;
  /** The paths of the parts before and after it. */
  readonly previous?: string;
  readonly next?: string;
}

/** The overview of a group. Each of its operations has a page. */
export interface SiteGroupPage extends Omit<GroupPage, 'operations'> {
  readonly operations: readonly OperationSummary[];
}

export interface OperationSummary extends Pick<
  OperationEntry,
  'anchor' | 'id' | 'method' | 'path' | 'summary' | 'description' | 'since' | 'until' | 'deprecated' | 'marks'
> {
  /** The path of its page. */
  readonly link: string;
  /** The number of differences on its page, without those of its schemas. */
  readonly changes: number;
}

/** The page of one operation. */
export interface OperationPage {
  readonly kind: 'operation';
  readonly path: string;
  readonly title: string;
  /** The name of its group in paths. */
  readonly group: string;
  readonly groupTitle: string;
  readonly operation: SiteOperation;
  readonly previous?: LinkText;
  readonly next?: LinkText;
}

export interface SiteOperation extends OperationEntry {
  /** The differences of the schemas that its requests and responses use. */
  readonly schemaChanges?: readonly Mark[];
}

/** A schema's page, with the direction in which the schema is used. */
export interface SiteSchemaPage extends SchemaPage {
  /** Absent if no operation uses the schema, or if both requests and responses do. */
  readonly only?: 'requests' | 'responses';
}

/** The page that lists every schema of a version by its first letter. */
export interface SchemasPage {
  readonly kind: 'schemas';
  readonly path: string;
  readonly title: string;
  readonly letters: readonly {
    readonly anchor: string;
    readonly title: string;
    readonly schemas: readonly ListedSchema[];
  }[];
  /** The resource groups that readers can choose. */
  readonly groups: readonly { readonly name: string; readonly title: string }[];
}

export interface ListedSchema extends LinkText {
  /** The name of its group in paths, or `common`. */
  readonly group: string;
  /** Its variant for requests. */
  readonly input?: LinkText;
}

/** The graph of which operations and schemas of a group use which schema. */
export interface GraphPage {
  readonly kind: 'graph';
  readonly path: string;
  readonly title: string;
  readonly group: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly (readonly [string, string])[];
  /** The group's schemas without an edge in this graph. */
  readonly unconnected: readonly LinkText[];
}

export interface GraphNode {
  readonly name: string;
  readonly link: string;
  /** Whether the schema belongs to another group. */
  readonly foreign: boolean;
  /** Whether the node is an operation; otherwise it is a schema. */
  readonly operation: boolean;
}

/** The page that lists the additions of each version. */
export interface TimelinePage {
  readonly kind: 'timeline';
  readonly path: string;
  readonly title: string;
  readonly versions: readonly TimelineEntry[];
}

export interface TimelineEntry {
  readonly version: string;
  readonly anchor: string;
  /** Whether the site documents this version; of other versions, it lists only the additions. */
  readonly documented: boolean;
  /** Whether the version is newer than that of the page, whose documents do not say what it added. */
  readonly newer: boolean;
  readonly extends?: string;
  /** The operations, parameters, responses, schemas and properties that this version added. */
  readonly additions: readonly LinkText[];
  /** The additions by kind. */
  readonly groups: readonly {
    readonly title: string;
    readonly links: readonly (LinkText & { readonly input?: LinkText })[];
  }[];
}

/** The page of changes, with titles for readers and the numbers of changes. */
export interface SiteChangesPage extends Omit<ChangesPage, 'behaviours'> {
  /** Absent before the pages of the version are known. */
  readonly counts?: readonly { readonly number: number; readonly text: string }[];
  /** The groups in parts: operations and schemas. */
  readonly parts?: readonly ChangesPart[];
  readonly behaviours: readonly (BehaviourEntry & { readonly others?: readonly LinkText[] })[];
}

export interface ChangesPart {
  readonly anchor: string;
  readonly title: string;
  /** The number of breaking changes in it. */
  readonly breaking: number;
  readonly groups: readonly (ChangesGroup & {
    /** The title for readers: `Create a container`. */
    readonly heading: string;
    readonly breaking: number;
    /** The changes, with titles of the operations that they concern unless the heading names the only one. */
    readonly changes: readonly (ChangeEntry & { readonly others: readonly LinkText[] })[];
  })[];
}
