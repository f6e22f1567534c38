/** What the README of a server package says, as Handlebars templates. */
import type { ReadmeParts } from '../../code/index.js';

export const readmeTemplate: ReadmeParts = {
  about: `
Server stubs for {{title}}, version {{version}}: {{operations}} operations of {{nouns}} kinds of things. Implement the
handlers that you need; requests are routed, decoded and checked before, results become replies behind. What you leave
out answers 501.
`,
  use: `
\`\`\`ts
import { createServer, type Handlers } from '{{name}}';

const handlers: Handlers = {
  {{noun}}: {
    // One function for each operation: what it is given is typed, and so is what it must give.
    // {{verb}}: (call) => …,
  },
};

const server = createServer(handlers);
const { address } = await server.listen({ port: 8080 });
console.log(\`listening on \${address}\`);
\`\`\`
`,
  more: `
## How it reads

- \`Handlers\` holds an interface for each kind of thing, with a function for each operation. It is given one \`call\`:
  \`path\`, \`query\` and \`headers\` by their names in the contract, decoded; \`body\`, checked, or a \`Readable\` of an
  archive; \`version\`, the one that the client speaks; \`signal\`, aborted when the client goes.
- What it gives is its result, or a promise of it: the value of the usual status as it is, any other by
  \`reply(status, value, headers)\`. Items of a stream and bytes are iterables or streams; output of a process is
  \`{ stream, data }\`, or \`terminal(bytes)\`; a connection that changes hands is a \`session\`.
- Each operation has its types: \`{{call}}\` and \`{{result}}\`. A result of another shape does not compile.
- To refuse is to throw: \`NotFound\`, \`Conflict\`, \`BadRequest\` … become their status and \`{"message"}\`.
- \`contract\` is every operation as data, with the schemas that values are checked against; \`{{contract}}\` says more.

The types of bodies and results are those of \`{{types}}\`. A server that speaks several versions with one
implementation, and pages about streams, upgrades, hosts and hooks, are in \`@lading/server\`.
`,
};
