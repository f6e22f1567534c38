/**
 * Reads the examples of pages: each fenced block of `ts` is a complete program. Comments before it, which a rendered page
 * does not show, describe how it is run:
 *
 *     <!-- with: a running container "web"; an open registry -->   its preconditions (tools/e2e/clients knows these phrases)
 *     <!-- meanwhile: containers start and stop -->                what happens while it runs
 *     <!-- input: "exit\n" -->                                     its standard input, as JSON
 *     <!-- goes on: for ever -->                                   it is ended when it has printed the expected output
 *     <!-- version: 1.44 -->                                       it needs engines and clients of that version
 *     <!-- prints: OK … -->                                        its standard output; … matches anything, alone any lines
 *
 * A program without `prints` prints nothing.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The root folder of the repository. */
export const root = join(import.meta.dirname, '..', '..', '..');

export interface Example {
  /** The page, number and heading of the example: `client/docs/output.md#2 By line`. */
  readonly title: string;
  readonly code: string;
  readonly with: readonly string[];
  readonly meanwhile: string | undefined;
  readonly input: string;
  readonly endless: boolean;
  readonly version: string | undefined;
  readonly prints: string;
}

const commentNames = ['with', 'meanwhile', 'input', 'goes on', 'version', 'prints'];

/**
 * Returns the examples of a page.
 *
 * @param path of the page, relative to the root of the repository
 */
export function examplesOf(path: string): Example[] {
  const text = readFileSync(join(root, path), 'utf8');
  const pieces =
    /^#+ (?<heading>.*)$|<!-- (?<name>[\w ]+):(?<value>[^]*?)-->|^```(?<language>\w*)\n(?<code>[^]*?)^```$/gm;
  const examples: Example[] = [];
  let heading = '';
  let comments = new Map<string, string>();
  for (const { groups = {} } of text.matchAll(pieces)) {
    if (groups['heading'] !== undefined) heading = groups['heading'];
    else if (groups['name'] !== undefined) {
      if (!commentNames.includes(groups['name'])) throw new Error(`${path}: unknown comment "${groups['name']}"`);
      comments.set(groups['name'], groups['value']?.trim() ?? '');
    } else if (groups['language'] === 'ts') {
      examples.push({
        title: `${path.replace(/^packages\//, '')}#${examples.length + 1} ${heading}`,
        code: groups['code'] ?? '',
        with: (comments.get('with') ?? '').split(/;\s*/).filter((word) => word !== ''),
        meanwhile: comments.get('meanwhile'),
        input: JSON.parse(comments.get('input') ?? '""') as string,
        endless: comments.has('goes on'),
        version: comments.get('version'),
        prints: comments.get('prints') ?? '',
      });
      comments = new Map();
    } else if (comments.size > 0) throw new Error(`${path}: a comment is followed by a block that is not an example`);
  }
  if (comments.size > 0) throw new Error(`${path}: a comment is not followed by an example`);
  return examples;
}

/** The pages of this package. */
export const pages = [
  'packages/client/README.md',
  ...['archives', 'both-ways', 'connecting', 'credentials', 'errors', 'helpers', 'json-streams', 'output'].map(
    (page) => `packages/client/docs/${page}.md`,
  ),
];

/** The pages of the repository and of the generated clients, whose examples have no comments. */
export const otherPages = ['README.md', ...['1.41', '1.44'].map((version) => `packages/v${version}/client/README.md`)];

/** Returns a pattern for the output of an example. */
export function printed(prints: string): RegExp {
  const lines = prints === '' ? [] : prints.split('\n');
  const pattern = lines.map((line) =>
    line.trim() === '…'
      ? '(?:[^]*\\n)?'
      : `${line
          .split('…')
          .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('.*')}\\s*?\\n`,
  );
  return new RegExp(`^${pattern.join('')}$`);
}
