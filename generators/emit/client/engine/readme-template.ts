/** The README of a client package, as Handlebars templates. */
import type { ReadmeParts } from '../../../emitter/index.js';

export const readmeTemplate: ReadmeParts = {
  about: `
A typed client for {{title}}, version {{version}}: {{operations}} operations in {{nouns}} groups, for Node.
`,
  use: `
\`\`\`ts
import { connect } from '{{name}}';

const engine = await connect();
{{call}}
await engine.close();
\`\`\`
`,
  more: `

## Calls

- \`engine.<group>.<method>(input, options)\`: one method for each operation. The input is flat: parameters by their names
  on the wire, \`body\` for the body. The options take an \`AbortSignal\`.
- An error response is thrown as an \`EngineError\`, with a subclass for each status that the contract documents:
  {{errors}}.
  \`isErrorOf(operation, error)\` narrows an error to those of one operation.
- An operation that may have nothing to do (304) returns \`{ changed }\`. A stream of JSON values is a \`JsonStream\`, output
  of a process an \`Output\`, an archive a \`TarStream\`, an upgraded connection an \`Attachment\`; all are async iterables.
- Every operation is also exported as data: \`engine.call({{constant}}, input)\`. A bundler leaves out the operations that a
  program does not import.

The types of request and response bodies are those of \`{{types}}\`.

## Exact integers

64-bit integers (formats \`int64\` and \`uint64\`) are of type \`number\`, which is exact up to 2⁵³. The entry point
\`{{name}}/exact\` exports the same names with \`bigint\` for these integers, whatever their value, in parameters, bodies,
responses and items of streams. Nothing else differs.

{{#if passages.exactUse}}
{{passages.exactUse}}
{{else}}
\`\`\`ts
import { connect } from '{{name}}/exact';

const engine = await connect();
{{call}}
await engine.close();
\`\`\`
{{/if}}

\`null\` remains \`null\`, and \`1e3\` becomes \`1000n\`. A value that is not an integer, or larger than any double, remains a
\`number\`.
`,
};
