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
  const begin = () => {
    const started = [...byVersion].map(([version, { handlers, getResponse }]) => {
      const [examples, stateful] = [handlers(), handlers({ stateful: true })].map(
        (all) => (request: Request) => getResponse(all, request),
      ) as [Respond, Respond];
      return [version, visitorMocks(examples, stateful)] as const;
    });
    const responders = new Map(started);
    return async (request: Request, version: string) => responders.get(version)?.(request);
  };
  return { mocks: begin };
}

type Respond = (request: Request) => Promise<Response | undefined>;

/**
 * Responds to one visitor. Samples name objects that nobody created, so examples respond in each collection until the visitor has
 * created something in it.
 *
 * @param stateful mocks that keep what was created
 */
export function visitorMocks(examples: Respond, stateful: Respond): Respond {
  const collections = new Set<string>();
  return async (request) => {
    const path = new URL(request.url).pathname.replace(/\/$/, '');
    const parent = path.slice(0, path.lastIndexOf('/'));
    const isWriting = request.method === 'POST' || request.method === 'PUT';
    if (!isWriting && !collections.has(path) && !collections.has(parent)) return examples(request);
    const response = await stateful(request.clone());
    if (response?.status === 404 && !collections.has(parent)) return examples(request);
    if (isWriting && response?.ok === true) collections.add(request.method === 'POST' ? path : parent);
    return response;
  };
}

async function mocksOf(folder: string, version: string): Promise<MocksModule & MockServiceWorker> {
  const path = packageFolder('mocks', version);
  const fileIn = (file: string) => resolve(join(folder, path, file));
  const [manifest, entry] = [fileIn('package.json'), fileIn('dist/index.js')];
  if (!existsSync(entry)) throw missingMocks(folder, path, existsSync(manifest));
  try {
    const { handlers } = (await import(pathToFileURL(entry).href)) as MocksModule;
    const { getResponse } = createRequire(manifest)('msw') as MockServiceWorker;
    return { handlers, getResponse };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && /MODULE_NOT_FOUND$/.test(String(error.code)))) throw error;
    throw new LadingError({
      code: 'PACKAGE_MISSING',
      subject: `The package of mocks ${join(folder, path)} lacks a dependency: ${error.message.split('\n')[0] ?? ''}`,
      place: 'lading docs --mocks',
      remedy: `Install it: npm install, in ${folder}. With Plug'n'Play, add the folder to pnpIgnorePatterns`,
    });
  }
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
