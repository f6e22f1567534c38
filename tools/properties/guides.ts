/** The repository's pages for users, with their examples, commands and links. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { blocksIn, commandsOf, pattern, type Block } from '../journeys/harness/page.mjs';
import { repository } from './paths.js';

export { commandsOf, pattern };

export const pages = [
  ...['README.md', 'CHANGELOG.md', 'CODE_OF_CONDUCT.md', 'CONTRIBUTING.md', 'SECURITY.md', 'SUPPORT.md'],
  ...['docs/api-bump.md', 'docs/framework-authors.md', 'docs/publishing.md', 'docs/your-own-api.md'],
];

export const textOf = (page: string) => readFileSync(join(repository, page), 'utf8');

/** A fenced code block with a title for tests. */
export interface TitledBlock extends Block {
  readonly title: string;
}

export function blocksOf(page: string): readonly TitledBlock[] {
  return blocksIn(textOf(page)).map((block, index) => ({ title: `${page}#${index + 1}`, ...block }));
}

/** The links of a page to files or headings that do not exist. */
export function deadLinks(page: string): readonly string[] {
  const prose = textOf(page).replace(/^```[^]*?^```/gm, '');
  return [...prose.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : relative(repository, join(repository, dirname(page), path));
    const isValid = existsSync(join(repository, file)) && (anchor === undefined || anchorsOf(file).has(anchor));
    return isValid ? [] : [`${page}: ${target}`];
  });
}

/** The anchors of a rendered page. */
function anchorsOf(file: string): ReadonlySet<string> {
  const headings = textOf(file).matchAll(/^#+ (.*)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{Letter}\p{Number} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** The folders that a pattern with `*` matches, expanded as in a shell. */
export function matchingFolders(pattern: string): readonly string[] {
  return pattern
    .split('/')
    .filter((segment) => segment !== '.')
    .reduce<readonly string[]>((folders, segment) => folders.flatMap((folder) => entriesOf(folder, segment)), ['']);
}

function entriesOf(folder: string, segment: string): readonly string[] {
  const matches = new RegExp(`^${segment.replaceAll('.', '\\.').replaceAll('*', '[^.].*')}$`);
  return readdirSync(join(repository, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && matches.test(entry.name))
    .map(({ name }) => join(folder, name));
}
