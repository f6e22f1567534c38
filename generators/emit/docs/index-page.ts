/** The first page of a version, with links to all others. */
import { appendTo } from '../../emitter/index.js';
import { aboutApi, paragraphs } from './elsewhere.js';
import type { DescribedLink, IndexPage } from './page.js';
import type { PageContext } from './page-context.js';

/** Returns the first page. @param articles the pages besides those of groups and schemas */
export function indexPage(
  context: PageContext,
  articles: readonly { readonly path: string; readonly title: string }[],
): IndexPage {
  const { api, anchors, differences } = context;
  const about = [paragraphs(api.summary, api.description), ...aboutApi(api)].filter((part) => part !== '').join('\n\n');
  return {
    kind: 'index',
    path: 'index',
    title: api.title,
    version: api.version,
    ...(about !== '' && { about }),
    sections: [
      {
        title: 'Operations',
        links: anchors.groups.map(({ name, title, description }) => ({
          text: title,
          link: anchors.group(name),
          ...(description !== undefined && { about: description }),
        })),
      },
      { title: 'Behaviour', links: articles.map(({ path, title }) => ({ text: title, link: path })) },
      ...groupsOfSchemas(context).map(({ title, names }) => ({
        title,
        links: names.map((name): DescribedLink => {
          const marks = differences.marksAt(anchors.schema(name));
          return { text: name, link: anchors.schema(name), ...(marks.length > 0 && { marks }) };
        }),
      })),
    ],
    missing: differences.missingIn('index'),
  };
}

function groupsOfSchemas(
  context: PageContext,
): readonly { readonly title: string; readonly names: readonly string[] }[] {
  const { api, anchors } = context;
  const titles = titlesOfSchemas(context);
  const groups = new Map<string, string[]>();
  for (const name of ['common', ...api.groups.map((group) => group.name)]) groups.set(name, []);
  for (const { name, group } of api.schemas) appendTo(groups, group, name);
  return [...groups]
    .filter(([, names]) => names.length > 0)
    .map(([group, names]) => ({ title: titles.get(anchors.groupName(group)) ?? group, names: [...names].sort() }));
}

/** Returns the titles of the schemas of each group, by the name of the group in paths. */
export function titlesOfSchemas({ api, anchors }: PageContext): ReadonlyMap<string, string> {
  const common = ['common', 'Schemas of several groups'] as const;
  return new Map([
    common,
    ...api.groups.map(({ name, title }) => [anchors.groupName(name), `Schemas of ${title}`] as const),
  ]);
}
