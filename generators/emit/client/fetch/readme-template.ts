/** The README of a client package for any API, as Handlebars templates. */
import { codeSpan, type ReadmeParts, defaultUrl, originOf, type Api } from '../../../emitter/index.js';
import { hasMediaTypeChoice } from './reading.js';

export const readmeTemplate: ReadmeParts = {
  about: `
A typed client for {{title}}, version {{version}}: {{operations}} operations in {{nouns}} groups, on the Fetch standard. It runs in
Node, Deno, Bun, browsers and workers.
`,
  use: `
\`\`\`ts
import { createClient } from '{{name}}';

const client = createClient({{settings}});
{{call}}
\`\`\`
`,
  more: `

## Options

- \`baseUrl\`: the URL of the API{{#if server}}; {{server}} by default{{/if}}.
{{#if schemes}}
- \`auth\`: credentials by the name of their security scheme, each a value or a function that returns it: {{schemes}}.
{{/if}}
- \`headers\` of every request, \`timeout\` in milliseconds, and \`fetch\`: a function like \`fetch\` that sends requests.
- \`middleware\`: functions around every call. \`retry()\` repeats requests that are safe to repeat, and obeys \`Retry-After\`.

## Calls

- \`client.<group>.<method>(input, options)\`: one method for each operation. The input is flat: parameters by their names
  on the wire, \`body\` for the body. The options take an \`AbortSignal\`, headers and a timeout.
- An error response is thrown as an \`ApiError\` with \`status\`, \`body\` and \`headers\`. \`isErrorOf(operation, error)\` narrows an
  error to those that one operation declares: \`error.status\` then tells the type of \`error.body\`.
- An operation with several successful responses of different types returns \`{ status, body }\`. A response of bytes is a
  \`Download\`; a stream of events or JSON values is an \`ItemStream\`, which is an async iterable.
{{#if choices}}
- Where an operation has several media types, \`contentType\` in the input selects that of the body, and the option \`accept\` that
  of the response. The types follow: {{choices}}.
{{/if}}
{{#if paged}}
- {{paged}}: results have pages. \`paginate(client, operation, input)\` is an async iterable of the items of all pages, and its
  property \`pages\` of the pages.
{{/if}}
- Every operation is also exported as data: \`createCaller().call({{constant}}, input)\`. A bundler leaves out the operations and
  the features of the runtime that a program does not use.

The types of request and response bodies are those of \`{{types}}\`.

## Exact integers

64-bit integers (formats \`int64\` and \`uint64\`) are of type \`number\`, which is exact up to 2⁵³. The entry point
\`{{name}}/exact\` exports the same names with \`bigint\` for these integers, whatever their value, in parameters, bodies,
responses and items of streams. Nothing else differs.

{{#if passages.exactUse}}
{{passages.exactUse}}

{{/if}}
\`null\` remains \`null\`, and \`1e3\` becomes \`1000n\`. A value that is not an integer, or larger than any double, remains a
\`number\`.
`,
};

/** The options of a client whose API names no server. */
export const exampleSettings = "{ baseUrl: 'https://api.example.com' }";

export function readmeFacts({ servers, securitySchemes, operations }: Api): Readonly<Record<string, unknown>> {
  const [first] = servers;
  const server = first === undefined || originOf(servers) === undefined ? undefined : defaultUrl(first);
  const names = securitySchemes.filter(({ kind }) => kind !== 'mutual-tls').map(({ name }) => codeSpan(name));
  const paged = operations.filter(({ pagination }) => pagination !== undefined).map(({ id }) => codeSpan(id));
  const choices = operations.filter(hasMediaTypeChoice).map(({ id }) => codeSpan(id));
  return {
    choices: choices.length > 0 && shortened(choices).join(', '),
    paged: paged.length > 0 && shortened(paged).join(', '),
    ...(server === undefined
      ? { server: false, settings: exampleSettings }
      : { server: codeSpan(server), settings: '' }),
    schemes: names.length > 0 && names.join(', '),
  };
}

/** Returns the first few of many names. */
function shortened(names: readonly string[]): readonly string[] {
  return names.length <= 5 ? names : [...names.slice(0, 5), `and ${names.length - 5} more`];
}
