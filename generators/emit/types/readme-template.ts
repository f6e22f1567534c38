/** What the README of a types package says, as Handlebars templates. */
import type { ReadmeParts } from '../../code/index.js';

export const readmeTemplate: ReadmeParts = {
  about: `
The types for {{title}}, version {{version}}: {{operations}} operations, {{shapes}} shapes. No runtime dependency; the
only code is lists of enum values.
`,
  use: `
\`\`\`ts
import type * as Api from '{{name}}';
\`\`\`
`,
  more: `
## What it holds

- An interface for every shape, named as the contract names it. A property without \`?\` is always sent in answers and
  must be given in requests; \`| null\` stands where servers send or accept \`null\`.
- A union for every enum, and beside it its values at run time: \`<Name>Values\`. A union that ends in \`string\` is
  open: servers send further values.
- For every operation, by its name \`<Noun><Verb>\`: \`…Path\`, \`…Query\`, \`…Headers\`, \`…Request\`, \`…Response\`,
  \`…Answers\` (by status) and \`…Operation\`, which names them all with method and path.
- \`{{name}}/exact\`: the same names, with \`bigint\` for every integer of 64 bits (formats \`int64\` and
  \`uint64\`), which are \`number\` otherwise. For whoever reads and writes JSON exactly, as the exact client does.
{{#if hasPaths}}
- \`{{name}}/paths\`: the \`paths\` interface for openapi-fetch and its relatives, made of the same types.
{{/if}}

Documentation comments say defaults, bounds, the version that brought a property (\`@since\`) and what replaces a
deprecated one (\`@deprecated\`).
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
