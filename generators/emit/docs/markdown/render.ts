/** Pages → Markdown files. */
import { packageFolder, titleLine, type OutputFile } from '../../../code/index.js';
import type { EmittedDocs } from '../emit-docs.js';
import type { Link, Page } from '../page.js';
import { memo } from '../../../memo/index.js';
import { templatesWith, type Locate } from './helpers.js';

/** The pages that the version holds itself. @param head what the head of a file says of where it comes from */
export function markdownFiles(emitted: EmittedDocs, head: readonly string[]): readonly OutputFile[] {
  const { version } = emitted.room.api;
  const comment = commentOf(head);
  const held = JSON.stringify([version, ...emitted.holders]);
  return emitted.pages
    .filter((page) => page.version === version)
    .map(({ page }) => ({
      path: `${packageFolder('docs', version)}/gen/${page.path}.md`,
      text: `${comment}${textOf(page, emitted, held)}`,
    }));
}

/** @param held which version holds which page: where links lead depends on nothing else */
function textOf(page: Page, emitted: EmittedDocs, held: string): string {
  const known = texts(page);
  if (known.held !== held) {
    const { version } = emitted.room.api;
    const { templates, links } = rendererFor(version);
    links.locate = (link) => relativeLink(page.path, link, emitted);
    known.held = held;
    known.text = templates[page.kind](page);
  }
  return known.text;
}

const texts = memo((_page: Page) => ({ held: '', text: '' }));

const renderers = new Map<string, ReturnType<typeof newRenderer>>();

function rendererFor(version: string) {
  const renderer = renderers.get(version) ?? newRenderer(version);
  renderers.set(version, renderer);
  return renderer;
}

function newRenderer(version: string) {
  const links: { locate: Locate } = { locate: (link) => link };
  return { templates: templatesWith(() => links.locate, version), links };
}

/** The file of a page, from that of another: it may be held by the package of another version. */
export function relativeLink(from: string, link: Link, { room, holders }: EmittedDocs): string {
  const [path = '', anchor] = link.split('#');
  const { version } = room.api;
  const holder = holders.get(path) ?? version;
  const up = '../'.repeat(from.split('/').length - 1);
  // `gen`, `docs`, and the folder of the version.
  const target = holder === version ? `${up}${path}` : `${up}../../../${packageFolder('docs', holder)}/gen/${path}`;
  if (path === from) return anchor === undefined ? `${path.split('/').at(-1) ?? path}.md` : `#${anchor}`;
  return `${target}.md${anchor === undefined ? '' : `#${anchor}`}`;
}

function commentOf(head: readonly string[]): string {
  const lines = head.map((line) => titleLine(line).replaceAll('>', ''));
  return lines.length === 0 ? '' : `<!-- ${lines.join(' ')} -->\n\n`;
}
