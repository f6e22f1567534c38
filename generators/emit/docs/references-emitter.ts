/** The emitter of the package of all references: they are its dependencies, and it contains the types of their pages. */
import { defineApiEmitter, versionRange, withoutPackages } from '../../emitter/index.js';

/** @param pageTypes the module with the types of pages, which the package contains too, since packages never import the generator */
export function referencesWith(pageTypes: string) {
  return defineApiEmitter()({
    name: 'references',
    isHandwritten: true,
    needs: ['docs'],
    conflict: (_options, optionsOf) =>
      optionsOf('docs') === undefined ? withoutPackages('references', 'docs') : undefined,
    emit: ({ head, needs: { docs } }) => ({
      files: [{ path: 'src/gen/page.ts', text: `${head.map((line) => `// ${line}\n`).join('')}\n${pageTypes}` }],
      dependencies: Object.fromEntries([...docs].map(([version, { package: name }]) => [name, versionRange(version)])),
    }),
  });
}
