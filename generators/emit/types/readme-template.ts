/** The README of a types package, a Handlebars template. */
export const readmeTemplate = `# {{name}}

The types for {{title}}, version {{version}}: {{operations}} operations, {{shapes}} shapes. No runtime dependency; the
only code is lists of enum values.
{{#if base}}

What is the same in {{base}} comes from there, by name: a value of a shared type fits both versions.
{{/if}}
{{#if hasContainers}}

\`\`\`ts
import type { ContainerSummary } from '{{name}}';
import { ContainerStateStatusValues } from '{{name}}';

function isRunning(container: ContainerSummary): boolean {
  return container.State === 'running';
}
\`\`\`
{{/if}}

## What it holds

- An interface for every shape, named as the contract names it. A property without \`?\` is always sent in answers and
  must be given in requests; \`| null\` stands where engines send or accept \`null\`.
- A union for every enum, and beside it its values at run time: \`<Name>Values\`. A union that ends in \`string\` is
  open: engines send further values.
- For every operation, by its name \`<Noun><Verb>\`: \`…Path\`, \`…Query\`, \`…Headers\`, \`…Request\`, \`…Response\`,
  \`…Answers\` (by status) and \`…Operation\`, which names them all with method and path.
- \`{{name}}/exact\`: the same names, with \`bigint\` for every integer of 64 bits (formats \`int64\` and \`uint64\`), which
  are \`number\` otherwise. For whoever reads and writes JSON exactly, as the exact client does.
{{#if hasPaths}}
- \`{{name}}/paths\`: the \`paths\` interface for openapi-fetch and its relatives, made of the same types.

\`\`\`ts
import createClient from 'openapi-fetch';
import type { paths } from '{{name}}/paths';

const engine = createClient<paths>({ baseUrl: 'http://localhost:2375/v{{version}}' });
\`\`\`
{{/if}}

Documentation comments say defaults, bounds, the version that brought a property (\`@since\`) and what replaces a
deprecated one (\`@deprecated\`).

All files are generated. Licence: Apache-2.0.
`;
