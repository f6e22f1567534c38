/** Renders the pages outside the versions: the entrance, and the page for addresses that do not exist. */
import { timelineDiagram } from '../diagram/timeline-diagram.js';
import { hrefOf } from '../site/links.js';
import type { SiteSettings } from '../site/site-settings.js';
import { folderOf, type SiteVersion } from '../site/site-version.js';
import { linkContextOf } from './link-context.js';
import { shortened, siteUrls } from './page-head.js';
import { template } from './templates.js';

/** The article whose text the entrance shows. */
const entranceName = 'entrance';
const landing = template('landing');
const notFound = template('not-found');
const compare = template('compare');

/** Returns the entrance, with the text of the article `entrance` of the newest version if there is one. */
export function entrancePage(versions: readonly SiteVersion[], settings: SiteSettings): string {
  const [newest] = versions;
  const timeline = newest?.pages.get('timeline');
  const article = newest?.pages.get(entranceName);
  const text = article?.kind === 'article' ? article : undefined;
  return landing({
    ...commonContext(versions, settings, 'index.html'),
    title: newest?.list.title ?? '',
    pageTitle: newest?.list.title ?? '',
    pageDescription: shortened(
      text?.about ??
        `The reference of ${versions.length > 1 ? 'every version of ' : ''}the ${newest?.list.title ?? 'API'}.`,
    ),
    about: text?.about,
    sections: text?.sections ?? [],
    versions: versions.map(({ version, list, pages }) => ({
      version,
      base: list.extends,
      folder: folderOf(version),
      newest: version === newest?.version,
      operations: [...pages.values()].filter(({ kind }) => kind === 'operation').length,
      schemas: [...pages.values()].filter(({ kind }) => kind === 'schema').length,
    })),
    diagram:
      timeline?.kind === 'timeline'
        ? timelineDiagram(timeline.versions, (anchor) => {
            const href = newest && hrefOf(`timeline#${anchor}`, '', newest);
            return href && `${folderOf(newest.version)}/${href}`;
          })
        : undefined,
  });
}

/** Returns the page that a server shows for addresses without a page. Its links need the URL of the site. */
export function notFoundPage(versions: readonly SiteVersion[], settings: SiteSettings): string {
  const { url } = settings;
  return notFound({
    ...commonContext(versions, settings, '404.html'),
    root: url === undefined ? '' : url.endsWith('/') ? url : `${url}/`,
    pageTitle: 'Page not found',
    pageDescription: 'There is no page at this address.',
    canonical: undefined,
  });
}

/** Returns the page that compares any two versions. */
export function comparePage(versions: readonly SiteVersion[], settings: SiteSettings): string {
  return compare({
    ...commonContext(versions, settings, 'compare.html'),
    pageTitle: `Changes between any two versions · ${versions[0]?.list.title ?? ''}`,
    pageDescription: 'The changes from any version to any other one.',
  });
}

function commonContext(versions: readonly SiteVersion[], settings: SiteSettings, path: string) {
  const [newest] = versions;
  return {
    root: '',
    home: 'index.html',
    version: newest?.version ?? '',
    versionTitle: newest?.list.title ?? '',
    hasVersions: versions.length > 1,
    hasComparison: newest?.hasComparison === true,
    linkContext: newest && entranceLinks(newest),
    ...siteUrls(path, settings),
  };
}

/** Returns the links of texts on the entrance, which is above the folders of the versions. */
function entranceLinks(version: SiteVersion) {
  const below = (href: string | undefined) =>
    href === undefined || /^https?:/.test(href) ? href : `${folderOf(version.version)}/${href}`;
  const { hrefOfName } = linkContextOf('', version);
  return {
    hrefOf: (link: string) => (/^https?:\/\//i.test(link) ? link : below(hrefOf(link, '', version))),
    hrefOfName: (name: string) => below(hrefOfName(name)),
  };
}
