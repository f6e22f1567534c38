/** The README of a types package, as Handlebars templates. */
import type { ReadmeParts } from '../../emitter/index.js';

export const readmeTemplate: ReadmeParts = {
  about: `
TypeScript types for {{title}}, version {{version}}: {{operations}} operations, {{schemas}} schemas. No runtime dependency; the
only code is arrays of enum values.
`,
  use: `
\`\`\`ts
import type * as Api from '{{name}}';
\`\`\`
`,
  more: `
## Contents

- An interface for every schema, named as in the contract. A property without \`?\` is always present in responses and required in
  requests; \`| null\` means that servers send or accept \`null\`.
- A union for every enum, and its values as an array, \`<Name>Values\`. A union that ends in \`string\` is open: servers may send
  further values.
- For every operation, with the prefix \`<Noun><Verb>\`: \`…Path\`, \`…Query\`, \`…Headers\`, \`…Request\`, \`…Response\`,
  \`…Responses\` (responses by status) and \`…Operation\`, which combines them with method and path.
- \`{{name}}/exact\`: the same names, with \`bigint\` instead of \`number\` for every 64-bit integer (formats \`int64\`
  and \`uint64\`). For programs that parse JSON without loss, as the exact client does.
{{#if hasPaths}}
- \`{{name}}/paths\`: the \`paths\` interface for openapi-fetch and compatible tools, built from the same types.
{{/if}}

Doc comments state defaults, constraints, the API version that added a property (\`@since\`) and the replacement of a deprecated
one (\`@deprecated\`).
{{#if hasPaths}}

{{#if passages.paths}}
{{passages.paths}}
{{else}}
\`\`\`ts
import createClient from 'openapi-fetch';
import type { paths } from '{{name}}/paths';

const client = createClient<paths>({ baseUrl: '{{address}}' });
\`\`\`
{{/if}}
{{/if}}
`,
};
