/** The page of a resource group in Markdown, as a Handlebars template. */
export const group = `# {{text title}}{{> marks}}

{{#if about}}
{{prose about}}
{{/if}}

{{#each operations}}
{{anchor anchor}}

## {{text id}}

{{code method}} {{code path}}{{#if summary}}: {{line summary}}{{/if}}{{> versions}}{{> marks}}

{{#if description}}
{{prose description}}
{{/if}}

{{#if (has rules)}}
{{#each rules}}
- {{line this}}
{{/each}}
{{/if}}

{{#if (has parameters)}}
### Parameters of {{text id}}

{{#each parameters}}
{{> field}}

{{/each}}
{{/if}}

{{#if (has missing)}}
### Not in this version of {{text id}}

{{#each missing}}
{{> missing}}

{{/each}}
{{/if}}

{{#if body}}
### Body of {{text id}}

{{#with body}}
{{anchor anchor}}{{#if required}}Required.{{else}}Optional.{{/if}}{{#if description}} {{line description}}{{/if}}{{> marks}}

{{#each content}}
- {{> content}}
{{/each}}
{{#each rules}}
- {{line this}}
{{/each}}
{{/with}}
{{/if}}

### Responses of {{text id}}

{{#each responses}}
- {{anchor anchor}}{{code status}}{{#if description}} {{line description}}{{/if}}{{#if stream}} {{stream}}{{/if}}{{> versions}}{{> marks}}
{{#each content}}
  - {{> content}}
{{/each}}
{{#each rules}}
  - {{line this}}
{{/each}}
{{#each headers}}
  - {{anchor anchor}}Header {{code name}}: {{type type}}.{{#if description}} {{line description}}{{/if}}{{#if (isPresent default)}} Default: {{value default}}.{{/if}}{{> versions}}{{> marks}}
{{#if enum}}
{{#each enum.values}}
    - {{value value}}{{#if description}}: {{line description}}{{/if}}
{{/each}}
{{/if}}
{{/each}}
{{/each}}

### Example of {{text id}}

{{block "sh" code.curl}}

{{#with examples.response}}
Response {{code status}}{{#if mediaType}}, {{code mediaType}}{{/if}}{{#if text}}: {{code text}}{{/if}}

{{#if (isPresent body)}}
{{json body}}
{{/if}}
{{/with}}

{{#if code.client}}
Client:

{{block "ts" code.client}}
{{/if}}

{{#if code.server}}
Server:

{{block "ts" code.server}}
{{/if}}

{{/each}}
{{#if (has missing)}}
## Not in this version

{{#each missing}}
{{> missing}}

{{/each}}
{{/if}}
`;
