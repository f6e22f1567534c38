/** The emitter of the package of all references: they are its dependencies, and it contains the types of their pages. */
import { defineApiEmitter, versionRange, withoutPackages, type CodeModule } from '../../emitter/index.js';

/** @param pageTypes the module with the types of pages: the package declares them too, since packages never import the generator */
export function referencesWith(pageTypes: string) {
  return defineApiEmitter()({
    name: 'references',
    isHandwritten: true,
    needs: ['docs'],
    conflict: (_options, optionsOf) =>
      optionsOf('docs') === undefined ? withoutPackages('references', 'docs') : undefined,
    emit: ({ folder, needs: { docs } }) => ({
      modules: [pageModel(folder, pageTypes)],
      dependencies: Object.fromEntries([...docs].map(([version, { package: name }]) => [name, versionRange(version)])),
    }),
  });
}

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
