/** The list "On this page": the sections of a page, or the properties of a schema. */
import type { SitePage } from '../site/site-page.js';
import { shownName } from '../site/nested-schemas.js';

export interface ContentsEntry {
  readonly anchor: string;
  readonly text: string;
  /** Whether the following entries belong to it. */
  readonly isPart?: boolean;
}

/** Returns the entries; empty if the page is so short that a list is of no use. */
export function contentsOf(page: SitePage): readonly ContentsEntry[] {
  const entries = sectionsOf(page);
  return entries.length > (page.kind === 'schema' ? 4 : 1) ? entries : [];
}

const parameterTitles = {
  path: 'Path',
  query: 'Query',
  querystring: 'Query string',
  header: 'Headers',
  cookie: 'Cookies',
};

function sectionsOf(page: SitePage): readonly ContentsEntry[] {
  switch (page.kind) {
    case 'operation': {
      const { anchor, parameters, missing, body } = page.operation;
      const places = new Set([...parameters, ...missing].map((entry) => entry.in));
      return [
        ...Object.entries(parameterTitles)
          .filter(([place]) => places.has(place as keyof typeof parameterTitles))
          .map(([place, text]) => ({ anchor: `${anchor}.${place}`, text })),
        ...(body ? [{ anchor: body.anchor, text: 'Request body' }] : []),
        { anchor: `${anchor}.responses`, text: 'Responses' },
      ];
    }
    case 'schema':
      return page.fields.map(({ anchor }) => ({ anchor, text: shownName(anchor) }));
    case 'article':
      return page.sections.map(({ anchor, title }) => ({ anchor, text: title }));
    case 'states':
      return page.sets.map(({ anchor, name }) => ({ anchor, text: name }));
    case 'timeline':
      return page.versions.map(({ anchor, version }) => ({ anchor, text: version }));
    case 'changes':
      return [
        ...(page.parts ?? []).flatMap(({ anchor, title, groups }) => [
          { anchor, text: title, isPart: true },
          ...groups.map((group) => ({ anchor: group.anchor, text: group.heading })),
        ]),
        ...(page.behaviours.length > 0
          ? [{ anchor: 'behaviours', text: 'Differences in behaviour', isPart: true }]
          : []),
      ];
    default:
      return [];
  }
}
