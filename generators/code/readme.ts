/** The README of a generated package: one layout for every kind, into which a kind puts parts of its own. */
import Handlebars from 'handlebars';
import { markdownText, shortVersion, titleLine } from './package-texts.js';
import { packageName, packageVersion, type Naming, type PackageKind } from './package-paths.js';

/** Handlebars templates, which see what the layout sees ({@link readmeText}) and the facts of their kind. */
export interface ReadmeParts {
  /** What it is for whom, in a paragraph or two. */
  readonly about: string;
  /** What it has in common with the version that it extends, where the layout's own sentence does not say it. */
  readonly shared?: string;
  /** How it is first used: an example that can be copied. */
  readonly use: string;
  /** How it is used further: sections. */
  readonly more: string;
  /** Which of its files are generated, where not all of them are. */
  readonly made?: string;
}

export interface ReadmePackage {
  readonly kind: PackageKind;
  readonly naming: Naming;
  /** The API, as its document calls it. */
  readonly title: string;
  readonly version: string;
  /** The version it extends. */
  readonly extends?: string | undefined;
  /** The packages that it needs besides that one. */
  readonly on: readonly string[];
}

const layout = `# {{name}}

{{> about}}

{{#if base}}
{{#> shared}}
Declarations that are the same in version {{version}} and in \`{{base}}\` are re-exported from \`{{base}}\`, so that values of one version
fit the types of the other.
{{/shared}}

{{/if}}
\`\`\`sh
npm install {{name}}
\`\`\`

{{#if passages.use}}{{passages.use}}{{else}}{{> use}}{{/if}}

{{> more}}

## Version

This package is for version {{version}} of {{title}}; its own version number begins with it: \`{{packageVersion}}\`. Packages
for several API versions can be used in one program.{{#if on}} It depends on {{#each on}}{{#unless @first}}{{#if @last}} and {{else}}, {{/if}}{{/unless}}\`{{this}}\`{{/each}}.{{/if}}

{{#> made}}All of its files are generated.{{/made}} License: Apache-2.0.
`;

/** Passages of the README that the configuration replaces: `{{name}}` and `{{version}}` in them are those of the package. */
export type Passages = Readonly<Record<string, string | undefined>>;

/**
 * The whole README. Beside the facts, the parts see `name` and `packageVersion` of the package, `version` and `title` of
 * the API, `base`, the package that it extends or nothing, and `on`.
 */
export function readmeText(
  parts: ReadmeParts,
  of: ReadmePackage,
  facts: Readonly<Record<string, unknown>>,
  passages: Passages = {},
): string {
  const { kind, naming, title, version, extends: base, on } = of;
  const name = packageName(naming, kind, version);
  return templateOf(parts)({
    ...facts,
    name,
    passages: filled(passages, { name, version: shortVersion(version) }),
    packageVersion: packageVersion(version),
    version: shortVersion(version),
    title: markdownText(titleLine(title)),
    base: base === undefined ? false : packageName(naming, kind, base),
    on,
  });
}

// Plain replacement: a passage is prose, and no template that could fail.
function filled(passages: Passages, facts: Readonly<Record<string, string>>): object {
  const fill = (text: string) => text.trim().replace(/\{\{(\w+)\}\}/g, (whole, key: string) => facts[key] ?? whole);
  const entries = ['use', 'exactUse', 'paths'].map((key) => [
    key,
    passages[key] === undefined ? '' : fill(passages[key]),
  ]);
  return Object.fromEntries(entries) as object;
}

// By the parts, which are constants of the emitters: to compile them costs more than to fill them in.
const templates = new WeakMap<ReadmeParts, (facts: object) => string>();

function templateOf(parts: ReadmeParts): (facts: object) => string {
  const template = templates.get(parts) ?? compiled(parts);
  templates.set(parts, template);
  return template;
}

function compiled(parts: ReadmeParts): (facts: object) => string {
  const handlebars = Handlebars.create();
  for (const [name, text] of Object.entries(parts)) handlebars.registerPartial(name, `${text.trim()}\n`);
  // Texts of a document are escaped for Markdown, and an unknown name is a mistake of the template.
  return handlebars.compile(layout, { noEscape: true, strict: true, preventIndent: true });
}
