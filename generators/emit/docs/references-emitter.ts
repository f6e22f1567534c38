/** The emitter of the package of all references: they are its dependencies, and it contains the types of their pages. */
import { defineApiEmitter, versionRange, type CodeModule } from '../../emitter/index.js';

export interface ReferencesOptions {
  /** The module with the types of pages: the package declares them too, since packages never import the generator. */
  readonly pageTypes: string;
}

export const references = defineApiEmitter<ReferencesOptions>()({
  name: 'references',
  needs: ['docs'],
  emit: ({ folder, needs: { docs }, options: { pageTypes } }) => ({
    modules: [pageModel(folder, pageTypes)],
    dependencies: Object.fromEntries([...docs].map(([version, { package: name }]) => [name, versionRange(version)])),
  }),
});

function pageModel(folder: string, pageTypes: string): CodeModule {
  const [about = '', ...declarations] = pageTypes.split('\n\n');
  const home = { package: folder, path: 'src/gen/page.ts' };
  return {
    ...home,
    about: about.replace(/^\/\*\* | \*\/$/g, ''),
    declarations: [{ symbols: [{ name: 'Page', home }], statements: [declarations.join('\n\n')] }],
    reexports: [],
  };
}
