/** The pages in Markdown, as Handlebars templates. Whatever is filled in passes a helper that makes it text. */
import { group } from './group-template.js';

const versions = `{{#if since}} Since {{text since}}.{{/if}}{{#if until}} Until {{text until}}.{{/if}}{{#if deprecated}} Deprecated{{#if deprecated.since}} since {{text deprecated.since}}{{/if}}.{{#if deprecated.use}} {{line deprecated.use}}{{/if}}{{/if}}`;

const marks = `{{#if (has marks)}} *{{#each marks}}{{#unless @first}}, {{/unless}}{{mark this}}{{/each}}*{{/if}}`;

const field = `- {{anchor anchor}}{{code name}}{{#if in}} in {{in}}{{/if}}, {{type type}}{{#if required}}, required{{/if}}{{#if encoding}}, {{encoding}}{{/if}}.{{#if description}} {{line description}}{{/if}}{{#if (isPresent default)}} Default: {{value default}}.{{/if}}{{#if (has bounds)}} Constraints: {{list bounds}}.{{/if}}{{#each rules}} {{line this}}{{/each}}{{> versions}}{{#if from}} From {{link from}}.{{/if}}{{> marks}}
{{#if enum}}
{{#each enum.values}}
  - {{value value}}{{#if description}}: {{line description}}{{/if}}
{{/each}}
{{#if enum.open}}
  - Other values are possible.
{{/if}}
{{/if}}`;

const missing = `- {{anchor anchor}}{{code name}}{{#if in}} in {{in}}{{/if}}: not in this version.{{> marks}}`;

const content = `{{anchor anchor}}{{code mediaType}}: {{type type}}.{{#if stream}} {{stream}}{{/if}}{{> versions}}{{> marks}}`;

export const partials = { versions, marks, field, missing, content };

const schema = `# {{text title}}{{> marks}}

{{#if about}}
{{prose about}}
{{/if}}

{{type type}}.{{#if (has bounds)}} Constraints: {{list bounds}}.{{/if}}{{> versions}}

{{#each rules}}
- {{line this}}
{{/each}}

{{#if enum}}
## Values

{{#each enum.values}}
- {{value value}}{{#if description}}: {{line description}}{{/if}}
{{/each}}
{{#if enum.open}}
- Other values are possible.
{{/if}}
{{/if}}

{{#if (has fields)}}
## Properties

{{#each fields}}
{{> field}}

{{/each}}
{{/if}}

{{#if (has missing)}}
## Not in this version

{{#each missing}}
{{> missing}}

{{/each}}
{{/if}}

{{#if (isPresent example)}}
## Example

{{json example}}
{{/if}}

{{#if (has usedBy.operations)}}
Used in operations: {{links usedBy.operations}}.
{{/if}}

{{#if (has usedBy.schemas)}}
Used in schemas: {{links usedBy.schemas}}.
{{/if}}

{{#if (has uses)}}
References: {{links uses}}.
{{/if}}
`;

const states = `# {{text title}}

{{prose about}}

{{#each sets}}
{{anchor anchor}}

## {{text name}}{{> marks}}

{{#if description}}
{{prose description}}
{{/if}}

{{#if (has fields)}}
Used in {{#each fields}}{{#unless @first}}, {{/unless}}{{place this}}{{/each}}.
{{/if}}

{{#each values}}
- {{value value}}{{#if description}}: {{line description}}{{/if}}
{{/each}}

{{#if (has transitions)}}
From | To | On
--- | --- | ---
{{#each transitions}}
{{#if from}}{{text from}}{{/if}} | {{#if to}}{{text to}}{{/if}} | {{#if on}}{{text on}}{{/if}}
{{/each}}
{{/if}}

{{#each rules}}
- {{line this}}
{{/each}}

{{/each}}
`;

const article = `# {{text title}}{{> marks}}

{{#if about}}
{{prose about}}
{{/if}}

{{#each sections}}
{{anchor anchor}}

## {{text title}}

{{#if text}}
{{prose text}}
{{/if}}

{{#if table}}
{{#with table}}
{{head head}}
{{rule head}}
{{#each rows}}
{{row this}}
{{/each}}
{{/with}}
{{/if}}

{{#if code}}
{{block code.language code.text}}
{{/if}}

{{/each}}
`;

const changes = `# {{text title}}

{{prose about}}

{{#each groups}}
{{anchor anchor}}

## {{#if link}}[{{text title}}]({{href link}}){{else}}{{text title}}{{/if}}

{{#each changes}}
- {{anchor anchor}}{{line sentence}} ({{kind}}, {{direction}}, breaking for: {{breaks}}; [details]({{href link}}))
{{#each constraints.added}}
  - New: {{line this}}
{{/each}}
{{#each constraints.removed}}
  - Removed: {{line this}}
{{/each}}
{{#each migrate}}
  - {{line this}}
{{/each}}
{{/each}}

{{/each}}
{{#if (has behaviours)}}
## Differences in behaviour

What version {{text extending}} does differently:

{{#each behaviours}}
{{anchor anchor}}

### {{line title}}

{{#each descriptions}}
- {{line this}}
{{/each}}
{{#each rules}}
- {{line this}}
{{/each}}

{{/each}}
{{/if}}
`;

const index = `# {{text title}}, version {{text version}}

{{#if about}}
{{prose about}}
{{/if}}

{{#each sections}}
## {{text title}}

{{#each links}}
- {{link this}}{{#if about}}: {{line about}}{{/if}}{{> marks}}
{{/each}}

{{/each}}
{{#if (has missing)}}
## Not in this version

{{#each missing}}
{{> missing}}

{{/each}}
{{/if}}
`;

/** By the kind of page. */
export const templates = { index, group, schema, states, article, changes };
