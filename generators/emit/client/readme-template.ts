/** What the README of a client package says, as Handlebars templates. */
import type { ReadmeParts } from '../../code/index.js';

export const readmeTemplate: ReadmeParts = {
  about: `
The client for {{title}}, version {{version}}: {{operations}} calls of {{nouns}} kinds of things, typed, on Node's own
sockets.
`,
  use: `
\`\`\`ts
import { connect{{#if hasContainers}}, NotFound{{/if}} } from '{{name}}';

const engine = await connect(); // as the command line finds it: DOCKER_HOST, the context, the usual socket
{{#if hasContainers}}
const { Id } = await engine.container.create({ name: 'web', body: { Image: 'alpine', Cmd: ['date'] } });
await engine.container.start({ id: Id });

const logs = await engine.container.logs({ id: Id, stdout: true, stderr: true, follow: true });
for await (const { stream, data } of logs) process[stream].write(data);

try {
  await engine.container.inspect({ id: 'no-such' });
} catch (error) {
  if (!(error instanceof NotFound)) throw error;
}
{{else}}
await engine.{{first}};
{{/if}}
await engine.close();
\`\`\`
`,
  more: `
## How it reads

- \`engine.<noun>.<verb>(input, options)\`: one method for each operation. The input is flat: parameters by their names
  on the wire, \`body\` for the body. The options take an \`AbortSignal\`.
- What an engine answers instead of a result is thrown: \`EngineError\`, with a class for each status that the contract
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

\`\`\`ts
import { connect } from '{{name}}/exact';

const engine = await connect();
{{#if hasContainers}}
const { Id } = await engine.container.create({ body: { Image: 'alpine', HostConfig: { Memory: 67_108_864n } } });
const { HostConfig } = await engine.container.inspect({ id: Id });
console.log(HostConfig.Memory); // 67108864n
{{else}}
await engine.{{first}};
{{/if}}
await engine.close();
\`\`\`

\`null\` stays \`null\`; \`1e3\` is \`1000n\`; what is no whole number, or larger than any double, stays a \`number\`.
`,
};
