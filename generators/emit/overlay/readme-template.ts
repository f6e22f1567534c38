/** What the README of an overlay package says, as Handlebars templates. */
import type { ReadmeParts } from '../../code/index.js';

export const readmeTemplate: ReadmeParts = {
  about: `
The step between version {{older}} and version {{newer}} of {{title}}: converts requests and answers both ways. Pure
functions on values, without input or output; a server, a gateway or a proxy brings the bytes.

{{differing}} of {{all}} operations differ. For all others there is no conversion: pass their bytes on.
`,
  use: `
\`\`\`ts
import { olderClients, type AnswerMessage, type Ask, type Next, type RequestMessage } from '{{name}}';

const conversion = olderClients(); // clients of {{older}}, an implementation of {{newer}}

/** What a client of {{older}} gets. Both \`send\` and \`ask\` speak {{newer}} with the implementation. */
export async function answer(request: RequestMessage, send: Next, ask: Ask): Promise<AnswerMessage> {
  const convert = conversion.of(request.operation);
  return convert === undefined ? send(request) : convert(request, send, ask);
}
\`\`\`
`,
  more: `
## How it reads

- \`olderClients()\` serves clients of {{older}} by an implementation of {{newer}}, \`newerClients()\` the reverse.
- \`send\` passes the converted request on; \`ask(operation, input)\` asks the implementation in its own version.
- What the other version cannot express is a \`Refusal\` with a \`status\`, thrown before anything is sent. What is lost
  all the same is told in \`Warnings\` of the answer.
- \`conversions.{{first}}.response.down(answer)\` is one of four pure functions of an operation: what the rules do, without
  the steps. \`rules\`, \`differences\` and \`changes\` are the same as data.
- Nothing is changed in place: what is not the same is a copy. Members that neither version knows pass unchanged.

\`examples/proxy.ts\` is a proxy on a socket: a client of {{older}} before an engine of {{newer}}.

The types of bodies are those of {{types}}.

## Steps

Where rules cannot decide, code does: \`olderClients\` and \`newerClients\` bring steps of their own, and take others in
their place: \`newerClients({ {{step}}: { around: async (request, next, ask) => … } })\`. Whoever wants to write all
of them takes \`olderClientsWith(steps)\` and \`newerClientsWith(steps)\`, in which a missing one does not compile.

| step | for clients that are | asks | operations |
| ---- | -------------------- | ---- | ---------- |
{{#each steps}}
| \`{{member}}\` | {{which}} | {{asks}} | {{operations}} |
{{/each}}

## Differences

| difference | operations | at {{older}} | client of {{older}}, implementation of {{newer}} | client of {{newer}}, implementation of {{older}} | test |
| ---------- | ---------- | ------------ | ------------------------------------------------ | ------------------------------------------------ | ---- |
{{#each seen}}
| \`{{id}}\` | {{operations}} | {{what}} | {{older}} | {{newer}} | {{test}} |
{{/each}}

Of these nothing is seen in messages, or newer answers fit the older version as they are:

| difference | at {{older}} |
| ---------- | ------------ |
{{#each unseen}}
| \`{{id}}\` | {{what}} |
{{/each}}

What does not come back unchanged from the way there and back again is listed in \`losses.yaml\`; a test finds out that
the list is complete and has no entry too many.
`,
  made: `
All of its files are generated, but for the steps in \`src/\` and the tests.
`,
};
