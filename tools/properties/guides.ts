/** The repository's pages for users, with their examples, commands and links. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { repository } from './paths.js';

export const pages = [
  ...['README.md', 'CHANGELOG.md', 'CODE_OF_CONDUCT.md', 'CONTRIBUTING.md', 'SECURITY.md', 'SUPPORT.md'],
  ...['docs/api-bump.md', 'docs/framework-authors.md', 'docs/publishing.md'],
];

export const textOf = (page: string) => readFileSync(join(repository, page), 'utf8');

/** A fenced code block, with the expected output that a preceding comment states. */
export interface CodeBlock {
  readonly title: string;
  readonly language: string;
  /** The name of the file whose content the block is. */
  readonly file: string | undefined;
  readonly content: string;
  /** The expected output, from `<!-- prints: … -->`. */
  readonly prints: string | undefined;
}

export function blocksOf(page: string): readonly CodeBlock[] {
  const pieces = /<!-- prints:(?<prints>[^]*?)-->|^```(?<language>\w*)(?: (?<file>\S+))?\n(?<content>[^]*?)^```$/gm;
  const blocks: CodeBlock[] = [];
  let prints: string | undefined;
  for (const { groups = {} } of textOf(page).matchAll(pieces)) {
    const { language, file, content = '' } = groups;
    if (language === undefined) prints = groups['prints']?.trim();
    else {
      blocks.push({ title: `${page}#${blocks.length + 1}`, language, file, content, prints });
      prints = undefined;
    }
  }
  return blocks;
}

/** The commands of a console block, each with its output. */
export function commandsOf({ content }: CodeBlock): readonly { readonly typed: string; readonly printed: string }[] {
  return content
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { typed: part.slice(0, end), printed: part.slice(end + 1) };
    });
}

/** A pattern of the output that a page shows: a line `…` matches any lines, and `…` within a line any part of it. */
export function pattern(shown: string): RegExp {
  const lines = shown.replace(/\n$/, '').split('\n');
  const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const parts = lines.map((line) =>
    line.trim() === '…' ? '(?:[^]*\\n)?' : `${line.split('…').map(quoted).join('.*')}[ ]*\\n`,
  );
  return new RegExp(`^${parts.join('')}$`);
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
