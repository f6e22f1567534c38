/**
 * Extracts the examples of pages. Each fenced block of `ts` is a complete server. Comments before it, which do not show
 * on the rendered page, state requests and their responses:
 *
 *     <!-- with: certificates -->
 *     <!-- ask: POST /containers/create {"Image":"alpine"} → 201 "Id" -->
 *
 * The text after the status is part of the body.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ExampleRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
  readonly status: number;
  readonly part: string;
}

export interface Example {
  readonly title: string;
  readonly code: string;
  readonly requests: readonly ExampleRequest[];
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
        requests: comments.filter((each) => each.startsWith('ask: ')).map(requestOf),
        withCertificates: comments.includes('with: certificates'),
      });
      comments = [];
    }
  }
  if (comments.length > 0) throw new Error(`${page}: a comment is not followed by an example`);
  return examples;
}

function requestOf(comment: string): ExampleRequest {
  const found = /^ask: (?<method>[A-Z]+) (?<path>\S+)(?: (?<body>.*?))? → (?<status>\d{3})(?: (?<part>.*))?$/.exec(
    comment,
  );
  if (found?.groups === undefined) throw new Error(`invalid request "${comment}"`);
  const { method = '', path = '', body, status, part = '' } = found.groups;
  return { method, path, body, status: Number(status), part };
}
