/** What the README of a contract package says, as Handlebars templates. */
import type { ReadmeParts } from '../../code/index.js';

export const readmeTemplate: ReadmeParts = {
  about: `
{{title}}, version {{version}}, as data: {{operations}} operations with method, path, parameters and their encodings, bodies,
responses, streams and upgrades, and {{schemas}} schemas with the rules between their properties. The generated client and
server of this version are built on it, and so can be a gateway, a test double or a tool of your own.
`,
  use: `
\`\`\`ts
import { contract } from '{{name}}';

for (const { method, path, parameters, responses } of Object.values(contract.operations)) {
  console.log(method, path, Object.keys(parameters?.query ?? {}), Object.keys(responses));
}
\`\`\`
`,
  more: `
## Entries

- \`{{name}}\` exports \`contract\`: all operations by id (\`contract.operations['{{id}}']\`), each with the schemas of its
  parameters, its body and its responses.
- \`{{name}}/operations\` exports each operation by name, without schemas: \`{{constant}}\`. Programs that only send requests
  need no more, and bundlers leave out the operations that they do not use.
- \`{{name}}/schemas\` exports the named schemas, and what each operation holds: \`{{constant}}Values\`.
`,
};
