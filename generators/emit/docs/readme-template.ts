/** The README of a docs package, as Handlebars templates. */
import type { ReadmeParts } from '../../emitter/index.js';

export const readmeTemplate: ReadmeParts = {
  about: `
The reference of {{title}}, version {{version}}: {{operations}} operations, {{schemas}} schemas, on {{pages}} pages.
`,
  shared: `
{{sharedPages}} of them are the same in \`{{base}}\` and are part of that package; this package contains those that differ. Differences are
marked where they occur, and [the page of changes](gen/changes.md) lists each of them.
`,
  use: `
{{#unless data}}
Read it in Markdown, starting at [gen/index.md](gen/index.md). Where it is generated, \`npx lading docs\` serves it in a browser.
{{/unless}}
{{#if data}}
To read it in a browser, together with the pages that it shares with other versions:

\`\`\`sh
npm install @lading/docs
npx lading-docs serve{{#if base}} --package node_modules/{{base}}{{/if}} --package node_modules/{{name}}
\`\`\`
{{/if}}
`,
  more: `
## Contents

- \`gen/**/*.md\`: the pages in Markdown, starting at [gen/index.md](gen/index.md), those of the schemas of a group in one file{{#if data}}; {{#if isBuilt}}\`dist/llms.txt\`{{else}}[gen/llms.txt](gen/llms.txt){{/if}} lists
  them for language models{{/if}}.
{{#if data}}
- \`{{data}}/pages/**/*.json\`: the same pages as data, from which \`@lading/docs\` builds a site. A file has one page, or, in
  \`{{data}}/pages/schemas\`, the schemas of a resource group. \`{{data}}/index.json\` lists every page of the version and the package
  that contains it.
- \`{{data}}/openapi.json\`: the version as one OpenAPI 3.1 document with examples, for import into other tools.
{{/if}}
{{#if isBuilt}}

Modules resolve all of these files below \`{{name}}/gen/\`: \`import.meta.resolve('{{name}}/gen/openapi.json')\`.
{{/if}}

Anchors are derived from names ({{anchors}}), so links to
operations, schemas and properties remain valid after regeneration. Descriptions are CommonMark from the specification; HTML in
them is shown as text.
`,
};
