/**
 * The Markdown files of the site: those of the docs packages with links that lead to pages of the site, a file for each
 * operation, and `llms.txt` with its long form.
 */
import { readFileSync } from 'node:fs';
import type { Source } from '../source/index.js';
import { folderOf, type SiteVersion } from './site-version.js';
import type { SiteFile } from './site-file.js';

/**
 * A link to a page that the package of another version contains, `../../../../v2.0/docs/gen/schemas/Pet.md`, or from the data to a
 * page of the same package: `../gen/schemas/Pet.md`.
 */
const foreignLink = /\]\((?:\.\.\/)+(?:v[^/()\s]+\/docs\/)?gen\//g;
/** The paragraph of a package's list about pages in other packages. The site has all pages in one folder. */
const sharedNote = /^Pages that are the same in version [^\n]*\n\n/m;

export function* markdownFiles(sources: readonly Source[], versions: readonly SiteVersion[]): Generator<SiteFile> {
  for (const version of versions) {
    const source = sources.find(({ list }) => list.version === version.version);
    if (source === undefined) continue;
    const folder = folderOf(version.version);
    const texts = pageTexts(source, sources);
    for (const [path, text] of texts) yield { path: `${folder}/${path}.md`, text };
    yield* operationFiles(texts, version);
    const list = source.files.get('llms.txt');
    if (list !== undefined) {
      const text = ownLinks(readFileSync(list, 'utf8'), 'llms', schemaPaths(source)).replace(sharedNote, '');
      yield { path: `${folder}/llms.txt`, text };
    }
    yield { path: `${folder}/llms-full.txt`, text: fullText(source, texts) };
  }
  yield { path: 'llms.txt', text: rootList(versions) };
}

/** Makes the links of a page lead to pages of the same folder, which has all pages of the version, and a file for each schema. */
function ownLinks(text: string, path: string, schemas: SchemaPaths): string {
  const up = '../'.repeat(path.split('/').length - 1);
  return text
    .replace(foreignLink, `](${up}`)
    .replace(schemaLink, (link, before: string, anchor: string, rest: string) => {
      const schema = schemas.get(anchor);
      return schema === undefined ? link : `](${before}${schema}.md${rest === '' ? '' : `#${anchor}${rest}`})`;
    });
}

/** The paths of the pages of schemas, by their anchors in Markdown files of several. */
type SchemaPaths = ReadonlyMap<string, string>;

/** A link to a schema in such a file: `../schemas/order.md#Pet.Tags`. */
const schemaLink = /\]\(((?:\.\.\/)*)schemas\/[^()#\s]*\.md#([^().\s]*)([^()\s]*)\)/g;

function schemaPaths({ list }: Source): SchemaPaths {
  return new Map(list.pages.flatMap(({ path, anchor }) => (anchor === undefined ? [] : [[anchor, path] as const])));
}

/** Returns the Markdown of each page of a version, also of those that another version's package contains. */
function pageTexts(source: Source, sources: readonly Source[]): ReadonlyMap<string, string> {
  const { list, markdown } = source;
  const schemas = schemaPaths(source);
  const partsByFile = new Map<string, ReadonlyMap<string, string>>();
  const texts = new Map<string, string>();
  for (const { path, file = path, anchor } of list.pages) {
    const owner = sources.find((each) => each.list.version === markdown.get(path));
    const place = owner?.files.get(`${file}.md`);
    if (place === undefined || owner === undefined) continue;
    let text: string | undefined;
    if (anchor === undefined) text = readFileSync(place, 'utf8');
    else {
      const parts = partsByFile.get(place) ?? new Map(entryParts(readFileSync(place, 'utf8')));
      partsByFile.set(place, parts);
      text = parts
        .get(anchor)
        ?.replace(/\]\(#([^().\s]*)/g, (link, target: string) =>
          target === anchor ? link : `](../schemas/.md#${target}`,
        );
    }
    if (text === undefined) continue;
    text = `${ownLinks(text, path, schemas).trimEnd()}\n`;
    texts.set(path, owner.list.version === list.version ? text : respelled(text, owner.list.version, list.version));
  }
  return texts;
}

/** Replaces the version in the samples of a page that another version's package contains. */
function respelled(text: string, from: string, to: string): string {
  return text.replace(/^(`{3,})(?:sh|ts)\n[\s\S]*?\n\1$/gm, (sample) => sample.replaceAll(`v${from}`, `v${to}`));
}

/** Cuts the Markdown of a group at its operations. */
function* operationFiles(texts: ReadonlyMap<string, string>, { pages, version }: SiteVersion): Generator<SiteFile> {
  for (const page of pages.values()) {
    if (page.kind !== 'group') continue;
    const text = texts.get(page.path);
    if (text === undefined) continue;
    for (const [anchor, part] of entryParts(text)) {
      const operation = page.operations.find((each) => each.anchor === anchor);
      if (operation === undefined) continue;
      // An anchor of another operation is in the file of the group.
      const own = part.replace(/\]\(#([^)]*)\)/g, (link, target: string) =>
        target === anchor || target.startsWith(`${anchor}.`) ? link : `](../${page.path}.md#${target})`,
      );
      yield { path: `${folderOf(version)}/${operation.link}.md`, text: own.trimEnd() + '\n' };
    }
  }
}

const entryHead = /^<a id="([^"]*)"><\/a>\n\n## /gm;

/** Cuts the Markdown of a group at its operations, or that of schemas at each. */
function entryParts(text: string): (readonly [string, string])[] {
  const heads = [...text.matchAll(entryHead)];
  return heads.map(({ index, 1: anchor = '' }, at) => [anchor, text.slice(index, heads[at + 1]?.index)] as const);
}

/** Returns all pages in one file. Their relative links lead to the pages, as those of `llms.txt` do. */
function fullText({ list }: Source, texts: ReadonlyMap<string, string>): string {
  const parts = [...texts].map(([path, text]) => {
    const folder = path.includes('/') ? `${path.slice(0, path.lastIndexOf('/'))}/` : '';
    return text
      .replace(/^<!--[^\n]*-->\n+/, '')
      .replace(/\]\(#/g, `](${path}.md#`)
      .replace(/\]\((?![a-z][a-z+.-]*:)((?:\.\.\/)*)([^)\s]*)/gi, (_link, up: string, rest: string) =>
        rest.startsWith(`${path}.md#`) || up.length / 3 > folder.split('/').length - 1
          ? `](${up.slice(0, Math.max(0, up.length - 3 * (folder.split('/').length - 1)))}${rest}`
          : `](${up === '' ? folder : ''}${rest}`,
      );
  });
  return `# ${list.title}, version ${list.version}\n\n${parts.join('\n\n')}`;
}

function rootList(versions: readonly SiteVersion[]): string {
  const [newest] = versions;
  const lines = versions.map(
    ({ version }) =>
      `- [Version ${version}](${folderOf(version)}/llms.txt): the list of its pages; [all of them in one file](${folderOf(version)}/llms-full.txt), [OpenAPI document](${folderOf(version)}/openapi.json)`,
  );
  return `# ${newest?.list.title ?? ''}\n\n${lines.join('\n')}\n`;
}
