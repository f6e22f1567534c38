/** The README of a generated package: one layout for all package kinds, which each kind fills with its parts. */
import Handlebars from 'handlebars';
import { isNumericVersion, markdownText, shortVersion, titleLine } from './package-texts.js';
import { packageName, packageVersion, type Naming, type PackageKind } from './package-paths.js';

/** Handlebars templates. Each can use the variables of the layout ({@link readmeText}) and the facts of its kind. */
export interface ReadmeParts {
  /** The purpose of the package, in one or two paragraphs. */
  readonly about: string;
  /** What it shares with the extended version; replaces the sentence of the layout. */
  readonly shared?: string;
  /** A first example that can be copied. */
  readonly use: string;
  /** Sections about further use. */
  readonly more: string;
  /** Which of its files are generated; replaces the sentence that all of them are. */
  readonly generatedFiles?: string;
}

export interface ReadmePackage {
  readonly kind: PackageKind;
  readonly naming: Naming;
  /** The title of the API in its document. */
  readonly title: string;
  readonly version: string;
  /** The version that it extends. */
  readonly extends?: string | undefined;
  /** The packages that it depends on besides the one of the extended version. */
  readonly dependencies: readonly string[];
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

This package is for version {{version}} of {{title}}; its own version number {{#if isNumeric}}begins with it:{{else}}is{{/if}} \`{{packageVersion}}\`. Packages
for several API versions can be used in one program.{{#if dependencies}} It depends on {{#each dependencies}}{{#unless @first}}{{#if @last}} and {{else}}, {{/if}}{{/unless}}\`{{this}}\`{{/each}}.{{/if}}

{{#> generatedFiles}}All of its files are generated.{{/generatedFiles}}{{#if license}} License: {{license}}.{{/if}}
`;

/**
 * Passages of the README from the configuration. `{{name}}` and `{{version}}` in them are replaced by those of the
 * package.
 */
export type Passages = Readonly<Record<string, string | undefined>>;

/**
 * Returns the whole README. Besides the facts, the parts can use `name` and `packageVersion` of the package, `version` and
 * `title` of the API, `base` (the package of the extended version, or false), and `dependencies`.
 */
export function readmeText(
  parts: ReadmeParts,
  readmePackage: ReadmePackage,
  facts: Readonly<Record<string, unknown>>,
  passages: Passages = {},
): string {
  const { kind, naming, title, version, extends: base, dependencies } = readmePackage;
  const name = packageName(naming, kind, version);
  return templateOf(parts)({
    ...facts,
    name,
    passages: filled(passages, { name, version: shortVersion(version) }),
    packageVersion: packageVersion(version),
    version: shortVersion(version),
    isNumeric: isNumericVersion(version),
    title: markdownText(titleLine(title)),
    base: base === undefined ? false : packageName(naming, kind, base),
    dependencies,
    license: naming.license ? naming.license.text : false,
  });
}

// Plain replacement: a passage is prose, not a template that could fail.
function filled(passages: Passages, facts: Readonly<Record<string, string>>): object {
  const fill = (text: string) => text.trim().replace(/\{\{(\w+)\}\}/g, (whole, key: string) => facts[key] ?? whole);
  const entries = ['use', 'exactUse', 'paths'].map((key) => [
    key,
    passages[key] === undefined ? '' : fill(passages[key]),
  ]);
  return Object.fromEntries(entries) as object;
}

// Cached by the parts, which are constants of the emitters: compiling them costs more than filling them in.
const templates = new WeakMap<ReadmeParts, (facts: object) => string>();

function templateOf(parts: ReadmeParts): (facts: object) => string {
  const template = templates.get(parts) ?? compiled(parts);
  templates.set(parts, template);
  return template;
}

function compiled(parts: ReadmeParts): (facts: object) => string {
  const handlebars = Handlebars.create();
  for (const [name, text] of Object.entries(parts)) handlebars.registerPartial(name, `${text.trim()}\n`);
  // Texts of a document are already escaped for Markdown; an unknown variable is an error in the template.
  return handlebars.compile(layout, { noEscape: true, strict: true, preventIndent: true });
}
