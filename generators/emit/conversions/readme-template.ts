/** The README of a conversion package, as Handlebars templates. */
import type { ReadmeParts } from '../../emitter/index.js';

/** The README of a package with default hooks, or which needs none. */
export const readmeWithHooksTemplate: ReadmeParts = {
  about: `
Converts requests and responses between version {{older}} and version {{newer}} of {{title}}, in both directions. It consists of
pure functions on values; a server, a gateway or a proxy reads and writes the bytes.

{{differing}} of {{all}} operations differ. The others have no conversion: forward their bytes.
`,
  use: `
\`\`\`ts
import { olderClients, type ResponseMessage, type Ask, type Next, type RequestMessage } from '{{name}}';

const conversion = olderClients(); // clients of {{older}}, an implementation of {{newer}}

/** The response for a client of {{older}}. \`send\` and \`ask\` send requests of version {{newer}} to the implementation. */
export async function respond(request: RequestMessage, send: Next, ask: Ask): Promise<ResponseMessage> {
  const convert = conversion.of(request.operation);
  return convert === undefined ? send(request) : convert(request, send, ask);
}
\`\`\`
`,
  more: `
## Conversions

- \`olderClients()\` serves clients of {{older}} with an implementation of {{newer}}; \`newerClients()\` is the reverse.
- \`send\` forwards the converted request. \`ask(operation, input)\` sends a further request to the implementation, in its own version.
- A request that the other version cannot express throws a \`Refusal\` with a \`status\` before anything is sent. Any other loss
  is reported in \`Warnings\` of the response.
- \`conversions.{{first}}.response.downgrade(response)\` is one of four pure functions of an operation. It applies the rules and no
  conversion hooks. \`rules\`, \`differences\` and \`changes\` are the same as data.
- Values are never modified: a changed value is a copy. Properties that neither version defines are passed through.
- Error responses, of status 400 and above, are passed on as they are, whatever differs between the versions.

The types of bodies are those of {{types}}.

## Conversion hooks

A conversion hook is code that decides where rules cannot.{{#if hooks.length}} \`olderClients\` and \`newerClients\` contain those of \`{{hooksPackage}}\`{{#if hook}}; replace
one with \`newerClients({ {{hook}}: { around: async (request, next, ask) => … } })\`{{/if}}. To write all of them, use
\`olderClientsWith(hooks)\` and \`newerClientsWith(hooks)\`, which do not compile if a hook is missing.

| hook | for clients that are | question | operations |
| ---- | -------------------- | ---- | ---------- |
{{#each hooks}}
| \`{{property}}\` | {{which}} | {{question}} | {{operations}} |
{{/each}}
{{else}} None is needed between these versions.
{{/if}}

## Differences

| difference | operations | at {{older}} | client of {{older}}, implementation of {{newer}} | client of {{newer}}, implementation of {{older}} |
| ---------- | ---------- | ------------ | ------------------------------------------------ | ------------------------------------------------ |
{{#each seen}}
| \`{{id}}\` | {{operations}} | {{what}} | {{older}} | {{newer}} |
{{/each}}

{{#if unseen.length}}
These differences do not show in messages, or responses of the newer version are valid in the older one:

| difference | at {{older}} |
| ---------- | ------------ |
{{#each unseen}}
| \`{{id}}\` | {{what}} |
{{/each}}
{{/if}}
`,
  generatedFiles: `
All files are generated.
`,
};

/** The README of a package without default hooks: users write them. */
export const readmeTemplate: ReadmeParts = {
  about: readmeWithHooksTemplate.about,
  use: `
\`\`\`ts
import { olderClients, type OlderClientHooks } from '{{name}}';
import type { ResponseMessage, Ask, Next, RequestMessage } from '{{name}}';

/** Conversion hooks: {{#if olderHooks}}{{olderHooks}}{{else}}none is needed{{/if}}. */
declare const hooks: OlderClientHooks;

const conversion = olderClients(hooks); // clients of {{older}}, an implementation of {{newer}}

/** The response for a client of {{older}}. \`send\` and \`ask\` send requests of version {{newer}} to the implementation. */
export async function respond(request: RequestMessage, send: Next, ask: Ask): Promise<ResponseMessage> {
  const convert = conversion.of(request.operation);
  return convert === undefined ? send(request) : convert(request, send, ask);
}
\`\`\`
`,
  more: `
## Conversions

- \`olderClients(hooks)\` serves clients of {{older}} with an implementation of {{newer}}; \`newerClients(hooks)\` is the reverse.
- \`send\` forwards the converted request. \`ask(operation, input)\` sends a further request to the implementation, in its own version.
- \`rules\`, \`differences\` and \`changes\` are the conversions, the undecided places and all changes as data.
- Values are never modified: a changed value is a copy. Properties that neither version defines are passed through.
- Error responses, of status 400 and above, are passed on as they are, whatever differs between the versions.

The types of bodies are those of {{types}}.

## Older clients of a server

One implementation of {{newer}} serves the clients of both versions:

\`\`\`ts
import { contract } from '{{olderContract}}';
import { olderClients, type OlderClientHooks } from '{{name}}';
import { createServer, type Handlers } from '{{newerServer}}';

export function serve(handlers: Handlers, hooks: OlderClientHooks, options: Parameters<typeof createServer>[1]) {
  return createServer(handlers, { ...options, serves: [{ contract, conversion: olderClients(hooks) }] });
}
\`\`\`

A request has the version whose server has its path; \`options.version\` names a header, a query parameter or a path segment instead.

## Conversion hooks

What the documents do not decide, a hook decides: \`{ around: async (request, next, ask) => next(request) }\` passes a message on as
the rules left it. A call of \`olderClients\` or \`newerClients\` does not compile if a hook is missing; the comment of
each hook in \`OlderClientHooks\` and \`NewerClientHooks\` lists the places. To decide by rules instead, write an overlay
(\`lading derive\` prints one) with \`x-lading-conversion-rules\`.

{{#if hooks.length}}
| hook | for clients that are | question |
| ---- | -------------------- | ---- |
{{#each hooks}}
| \`{{property}}\` | {{which}} | {{question}} |
{{/each}}
{{else}}
No hook is needed between these versions.
{{/if}}
`,
  generatedFiles: `
All files are generated.
`,
};
