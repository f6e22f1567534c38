/** The files of a types package outside `gen/`: its package.json, its compiler options, its README. */
import Handlebars from 'handlebars';
import {
  markdownText,
  packageFilesOf,
  packageName,
  shortVersion,
  titleLine,
  type Naming,
  type OutputFile,
} from '../../code/index.js';
import type { Api } from '../../ir/index.js';
import { readmeTemplate } from './readme-template.js';

export interface PackageContext {
  readonly api: Api;
  readonly naming: Naming;
  /** The version it extends. */
  readonly extends?: string;
  readonly hasPaths: boolean;
}

export function packageFiles(context: PackageContext): readonly OutputFile[] {
  const { api, naming, extends: base, hasPaths } = context;
  return packageFilesOf({
    kind: 'types',
    naming,
    version: api.version,
    ...(base !== undefined && { extends: base }),
    description: `Types for ${titleLine(api.title)}, version ${shortVersion(api.version)}`,
    entries: ['exact/index', ...(hasPaths ? ['paths'] : [])],
    readme: readmeOf(context),
  });
}

function readmeOf({ api, naming, extends: base, hasPaths }: PackageContext): string {
  const first = api.operations[0];
  return Handlebars.compile(readmeTemplate, { noEscape: true, strict: true })({
    name: packageName(naming, 'types', api.version),
    version: shortVersion(api.version),
    title: markdownText(titleLine(api.title)),
    base: base === undefined ? false : packageName(naming, 'types', base),
    hasPaths,
    operations: api.operations.length,
    shapes: api.shapes.length,
    hasContainers: api.shapes.some(({ name }) => name === 'ContainerSummary'),
    first: first?.id ?? '',
  });
}
