/** What the package.json and the README of a types package say. */
import {
  basePathOf,
  originOf,
  shortVersion,
  titleLine,
  type Api,
  type PackageManifest,
  type PackageReadme,
} from '../../emitter/index.js';
import { readmeTemplate } from './readme-template.js';

export function manifestOf(
  api: Api,
  hasPaths: boolean,
  passages: Required<PackageReadme>['passages'],
): PackageManifest {
  const address = `${originOf(api.servers) ?? 'http://localhost'}${basePathOf(api.servers)}`;
  const { operations, schemas } = api;
  const facts = { hasPaths, operations: operations.length, schemas: schemas.length, address: urlText(address) };
  return {
    description: `Types for ${titleLine(api.title)}, version ${shortVersion(api.version)}`,
    entries: ['exact/index', ...(hasPaths ? ['paths'] : [])],
    readme: { template: readmeTemplate, facts, passages },
  };
}

/**
 * Returns a URL of the document as text for code: characters that no URL contains are escaped, lone surrogates
 * replaced.
 */
function urlText(url: string): string {
  return url
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/[^\w:/?#@!$&()*+,;=.~%[\]-]/gu, (character) =>
      character === "'" ? '%27' : encodeURIComponent(character),
    );
}
