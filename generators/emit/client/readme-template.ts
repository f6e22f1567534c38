/** What the README of a client package says, as Handlebars templates. */
import type { ReadmeParts } from '../../code/index.js';

export const readmeTemplate: ReadmeParts = {
  about: `
The client for {{title}}, version {{version}}: {{operations}} calls of {{nouns}} kinds of things, typed, on Node's own
sockets.
`,
  use: `
\`\`\`ts
import { connect } from '{{name}}';

const engine = await connect();
await engine.{{first}};
await engine.close();
\`\`\`
`,
  more: `

## How it reads

- \`engine.<noun>.<verb>(input, options)\`: one method for each operation. The input is flat: parameters by their names
  on the wire, \`body\` for the body. The options take an \`AbortSignal\`.
- What a server responds instead of a result is thrown: \`EngineError\`, with a class for each status that the contract
  names:
  {{errors}}.
  \`isErrorOf(operation, error)\` narrows to those of one operation.
- A call that may have nothing to do gives \`{ changed }\`. Streams of JSON are a \`JsonStream\`, output is an
  \`Output\`, an archive a \`TarStream\`, a connection in both directions an \`Attachment\`; all of them can be iterated.
- Every operation is exported as data too, by its name: \`engine.call({{constant}}, input)\`. A program that imports
  only operations leaves all others out of its bundle.

The types of bodies and answers are those of \`{{types}}\`.

## Exact integers

Integers of 64 bits (formats \`int64\` and \`uint64\`) are \`number\`, which is exact up to 2⁵³. The entry
\`{{name}}/exact\` exports the same names; there they are \`bigint\` in every parameter, body, answer and item of
a stream, small values too, and all else is as here.

{{#if passages.exactUse}}
{{passages.exactUse}}
{{else}}
\`\`\`ts
import { connect } from '{{name}}/exact';

const engine = await connect();
await engine.{{first}};
await engine.close();
\`\`\`
{{/if}}

\`null\` stays \`null\`; \`1e3\` is \`1000n\`; what is no whole number, or larger than any double, stays a \`number\`.
`,
};
