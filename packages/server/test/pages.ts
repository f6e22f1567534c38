/**
 * The examples of pages: each fenced block of `ts` is a whole program that listens. Comments before it, which a rendered
 * page does not show, say what it is asked and what it answers then:
 *
 *     <!-- with: certificates -->
 *     <!-- ask: POST /containers/create {"Image":"alpine"} → 201 "Id" -->
 *
 * What comes behind the status is a part of the body.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Question {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
  readonly status: number;
  readonly part: string;
}

export interface Example {
  readonly title: string;
  readonly code: string;
  readonly questions: readonly Question[];
  readonly withCertificates: boolean;
}

export const home = join(import.meta.dirname, '..');
export const pages = [
  'README.md',
  ...['gateways', 'hooks', 'hosts', 'streams', 'upgrades', 'versions'].map((name) => `docs/${name}.md`),
];

export function examplesOf(page: string): Example[] {
  const text = readFileSync(join(home, page), 'utf8');
  const examples: Example[] = [];
  let comments: string[] = [];
  for (const [, comment, code] of text.matchAll(/<!-- (.*?) -->|^```ts\n([^]*?)^```$/gm)) {
    if (comment !== undefined) comments.push(comment);
    else {
      examples.push({
        title: `${page}#${examples.length + 1}`,
        code: code ?? '',
        questions: comments.filter((each) => each.startsWith('ask: ')).map(questionOf),
        withCertificates: comments.includes('with: certificates'),
      });
      comments = [];
    }
  }
  if (comments.length > 0) throw new Error(`${page}: a comment stands before no example`);
  return examples;
}

function questionOf(comment: string): Question {
  const found = /^ask: (?<method>[A-Z]+) (?<path>\S+)(?: (?<body>.*?))? → (?<status>\d{3})(?: (?<part>.*))?$/.exec(
    comment,
  );
  if (found?.groups === undefined) throw new Error(`nobody can ask "${comment}"`);
  const { method = '', path = '', body, status, part = '' } = found.groups;
  return { method, path, body, status: Number(status), part };
}
