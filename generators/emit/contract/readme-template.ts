/** The README of a contract package, as Handlebars templates. */
import type { ReadmeParts } from '../../emitter/index.js';

export const readmeTemplate: ReadmeParts = {
  about: `
{{title}}, version {{version}}, as data: {{operations}} operations with method, path, parameters and their encodings, bodies,
responses, streams and upgrades, and {{schemas}} schemas with the rules between their properties. The generated client and
server of this version are built on it. Use it to build a gateway, a test double or another tool.
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
## Entry points

- \`{{name}}\` exports \`contract\`: all operations by id (\`contract.operations['{{id}}']\`), each with the schemas of its
  parameters, its body and its responses.
- \`{{name}}/operations\` exports each operation by name, without schemas: \`{{constant}}\`. It is sufficient for
  programs that only send requests, and bundlers leave out unused operations.
- \`{{name}}/schemas\` exports the named schemas, and the schemas of each operation: \`{{constant}}Schemas\`.
`,
};
