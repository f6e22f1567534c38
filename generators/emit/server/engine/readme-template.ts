/** The README of a server package, as Handlebars templates. */
import type { ReadmeParts } from '../../../emitter/index.js';

export const readmeTemplate: ReadmeParts = {
  about: `
Server stubs for {{title}}, version {{version}}: {{operations}} operations in {{nouns}} groups. Implement the handlers that you
need. Requests are routed, decoded and validated before a handler is called, and its result is encoded as the response.
Operations without a handler respond with 501.
`,
  use: `
\`\`\`ts
import { createServer, type Handlers } from '{{name}}';

const handlers: Handlers = {
  {{noun}}: {
    // One function per operation, with typed input and result.
    // {{verb}}: (call) => …,
  },
};

const server = createServer(handlers);
const { address } = await server.listen({ port: 8080 });
console.log(\`listening on \${address}\`);
\`\`\`
`,
  more: `
## Handlers

- \`Handlers\` has an interface per group with a function per operation. A handler receives one \`call\`: \`path\`, \`query\` and
  \`headers\`, decoded, by their names in the contract; \`body\`, validated, or a \`Readable\` for an archive; \`version\`, the API
  version of the client; \`signal\`, aborted when the client disconnects.
- It returns its result, or a promise of it: the body of the default success status, or \`reply(status, value, headers)\` for
  another one. Items of a stream and bytes are iterables or streams; output of a process is \`{ stream, data }\` or
  \`terminal(bytes)\`; an upgraded connection is a \`session\`.
- Each operation has the types \`{{call}}\` and \`{{result}}\`. A result of another type does not compile.
- Throw \`NotFound\`, \`Conflict\`, \`BadRequest\` … to respond with an error status and \`{"message"}\`.
- \`contract\` contains every operation as data, with the schemas that values are validated against; see \`{{contract}}\`.

- 64-bit integers (formats \`int64\` and \`uint64\`) are of type \`number\`, which is exact up to 2⁵³. The entry point
  \`{{name}}/exact\` has \`bigint\` for these integers, in calls and results.

The types of bodies and results are those of \`{{types}}\`. \`@lading/server\` serves several API versions with one
implementation and documents streams, upgrades, hosts and hooks.
`,
};
