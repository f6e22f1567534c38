/** The umbrella of the docs packages: they are its dependencies, and it contains the types of their pages. */
import { join } from '../../document/path.js';
import { packageName, versionRange, type CodeModule } from '../../code/index.js';
import { readText } from '../../read/index.js';
import { generatorFolder } from '../repository.js';
import type { UmbrellaEmitter } from './umbrella.js';

export const docs: UmbrellaEmitter = {
  packageKinds: ['docs'],
  emit: ({ naming, folder, versions }) => ({
    modules: [pageModel(folder)],
    dependencies: Object.fromEntries(
      versions.map((version) => [packageName(naming, 'docs', version), versionRange(version)]),
    ),
  }),
};

/** Returns the types of pages from the docs emitter: they are declared once, and packages never import the generator. */
function pageModel(folder: string): CodeModule {
  const [about = '', ...declarations] = readText(join(generatorFolder, 'emit', 'docs', 'page.ts')).split('\n\n');
  const home = { package: folder, path: 'src/gen/page.ts' };
  return {
    ...home,
    about: about.replace(/^\/\*\* | \*\/$/g, ''),
    declarations: [{ symbols: [{ name: 'Page', home }], statements: [declarations.join('\n\n')] }],
    reexports: [],
  };
}
