/** The README of a server package of any API, as Handlebars templates. */
import type { ReadmeParts } from '../../../emitter/index.js';
import { readmeTemplate as engineTemplate } from '../engine/readme-template.js';

export const readmeTemplate: ReadmeParts = {
  ...engineTemplate,
  use: `
\`\`\`ts
import { createServer, type Handlers } from '{{name}}';

const handlers: Handlers = {
  {{noun}}: {
    // One function per operation, with typed input and result.
    // {{verb}}: (call) => …,
  },
};

const server = createServer(handlers{{#if security}}, {
  security: {
    // Returns who the client is, or undefined for a wrong credential.
{{#each security}}
    {{this}}: ({ credential }) => (credential === undefined ? undefined : 'me'),
{{/each}}
  },
}{{/if}});
const { address } = await server.listen({ port: 8080 });
console.log(\`listening on \${address}\`);
\`\`\`
`,
  more: `
## Handlers

- \`Handlers\` has an interface per group with a function per operation. A handler receives one \`call\`: \`path\`, \`query\`,
  \`headers\` and \`cookies\`, decoded, by their names in the contract; \`body\`, checked, or a \`Readable\` for bytes; \`version\`,
  the API version of the client; \`signal\`, aborted when the client disconnects.
- It returns its result, or a promise of it: the body of the default success status, or \`reply(status, value, headers)\` for
  another one, declared errors included. Items of a stream and bytes are iterables or streams. A response with several media
  types has the one that the client prefers; the header \`Content-Type\` of a reply names another.
- Each operation has the types \`{{call}}\` and \`{{result}}\`. A result of another type does not compile.
- Throw \`NotFound\`, \`Conflict\`, \`BadRequest\` … to respond with an error status and problem details (RFC 9457).
- \`contract\` contains every operation as data, with the schemas that values are checked against; see \`{{contract}}\`.

## Requests

- Values must fit the contract: names match exactly, and null must be allowed. Properties that the contract does not name, such
  as those that are only read, are not checked.
- Parts of \`multipart/form-data\` are values of the body; files are \`ReceivedFile\`, with \`name\`, \`mediaType\` and \`bytes()\`, and an
  asynchronous iterable of their chunks. A form is in memory up to \`limits.body\`; a file beyond that is streamed while the handler
  reads it, up to \`limits.file\`, and must be the last part.
- A path is that of the contract, with or without the path of its servers.
- \`options.security\` has a handler per security scheme. It runs before the body is read, and its result is
  \`call.identity\`, by the name of the scheme; \`createServer<{ scheme: User }>(…)\` gives it a type. Without a valid credential the response is 401; throw \`Forbidden\` for 403.
- \`options.version\` says how a request names its version, if \`options.serves\` adds others: a header, the query, or the path.

- 64-bit integers (formats \`int64\` and \`uint64\`) are of type \`number\`, which is exact up to 2⁵³. The entry point
  \`{{name}}/exact\` has \`bigint\` for these integers, in calls and results.

The types of bodies and results are those of \`{{types}}\`.
`,
};
