/** What the README of a docs package says, as Handlebars templates. */
import type { ReadmeParts } from '../../code/index.js';

export const readmeTemplate: ReadmeParts = {
  about: `
The reference of {{title}}, version {{version}}: {{operations}} operations, {{shapes}} schemas, on {{pages}} pages.
`,
  shared: `
{{same}} of them are the same in \`{{base}}\` and are held there; this package holds those that differ. A place that
differs carries a mark, and [the page of changes](gen/changes.md) tells each difference once.
`,
  use: `
To read it in a browser, with everything that it shares with other versions:

\`\`\`sh
npm install @lading/docs
npx lading-docs serve{{#if base}} --package node_modules/{{base}}{{/if}} --package node_modules/{{name}}
\`\`\`
`,
  more: `
## What it holds

- \`gen/**/*.md\`: the pages in Markdown, beginning with [gen/index.md](gen/index.md); [gen/llms.txt](gen/llms.txt) lists
  them for programs that read text.
- \`gen/pages/**/*.json\`: the same pages as data, of which \`@lading/docs\` builds a site; \`gen/index.json\` lists every
  page of the version and the package that holds it.
- \`gen/openapi.json\`: the whole version as one OpenAPI 3.1 document with examples, for importers and other tools.

Anchors are made of names ({{anchors}}), so links to
operations, schemas and fields survive regeneration. Descriptions are CommonMark from the specification, and text only:
what looks like HTML in them is shown, not obeyed.
`,
};
