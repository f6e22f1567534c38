/** The built packages of mocks in an output folder, which respond to the requests of "Try it". */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { packageFolder } from '../../code/index.js';
import { LadingError } from '../../diagnostics/index.js';
import { join, resolve } from '../../document/path.js';
import type { SiteTarget } from './renderer.js';

/** The part of a generated package of mocks that is used. */
interface MocksModule {
  readonly handlers: (options?: { readonly stateful: boolean }) => readonly object[];
}

/** The part of Mock Service Worker that is used. */
interface MockServiceWorker {
  readonly getResponse: (handlers: readonly object[], request: Request) => Promise<Response | undefined>;
}

/**
 * Loads the packages of mocks of all versions of a site.
 *
 * @param folder the output folder, such as `generated`
 * @throws PACKAGE_MISSING if a version has no package that is built
 */
export async function loadMocks(folder: string, versions: readonly string[]): Promise<SiteTarget> {
  const byVersion = new Map(
    await Promise.all(versions.map(async (version) => [version, await mocksOf(folder, version)] as const)),
  );
  // Samples name objects that nobody created, so examples respond until a visitor creates something.
  const begin = () => {
    const started = [...byVersion].map(([version, { handlers, getResponse }]) => {
      const [examples, stateful] = [handlers(), handlers({ stateful: true })];
      let hasObjects = false;
      const respond = (request: Request) => {
        hasObjects ||= request.method === 'POST';
        return getResponse(hasObjects ? stateful : examples, request);
      };
      return [version, respond] as const;
    });
    const responders = new Map(started);
    return async (request: Request, version: string) => responders.get(version)?.(request);
  };
  return { mocks: begin };
}

async function mocksOf(folder: string, version: string): Promise<MocksModule & MockServiceWorker> {
  const path = packageFolder('mocks', version);
  const fileIn = (file: string) => resolve(join(folder, path, file));
  const [manifest, entry] = [fileIn('package.json'), fileIn('dist/index.js')];
  if (!existsSync(entry)) throw missingMocks(folder, path, existsSync(manifest));
  const { handlers } = (await import(pathToFileURL(entry).href)) as MocksModule;
  const { getResponse } = createRequire(manifest)('msw') as MockServiceWorker;
  return { handlers, getResponse };
}

function missingMocks(folder: string, path: string, isGenerated: boolean): LadingError {
  return new LadingError({
    code: 'PACKAGE_MISSING',
    subject: `The package of mocks ${join(folder, path)} is not ${isGenerated ? 'built' : 'generated'}`,
    place: 'lading docs --mocks',
    remedy: isGenerated
      ? `Build it: npm install && npm run build, in ${folder}`
      : 'Add "@lading/emit-mocks" to the emitters of the configuration, and run lading generate',
  });
}
