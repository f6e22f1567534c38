/** The package that renders the reference as a site: an optional dependency of `lading docs`. */
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { join } from '../../document/path.js';
import { pathToFileURL } from 'node:url';
import { LadingError, managerCommands } from '../../diagnostics/index.js';

/** The files with which a page of the site compares any two versions. */
export interface SiteComparison {
  /** The data of all versions. */
  readonly versions: string;
  /** The script that compares them. */
  readonly script: string;
}

/** Where the requests of "Try it" go: to a server, or to mocks, which begin anew for each visitor. */
export type SiteTarget =
  | { readonly server: string }
  | { readonly mocks: () => (request: Request, version: string) => Promise<Response | undefined> };

/** The part of the main module of `@lading/docs` that the command uses. */
export interface SiteRenderer {
  /** Reads docs packages. @param folders the folders of the packages, the newest version first */
  readonly readSources: (folders: readonly string[]) => object;
  readonly buildSite: (sources: object, settings?: object, comparison?: SiteComparison) => Iterable<object>;
  /** Reads the settings of a site. @param file an absolute path */
  readonly readSettings: (file: string) => object;
  /** Writes the files into the folder and removes other files of an earlier site. @returns the number of files */
  readonly writeSite: (files: Iterable<object>, folder: string) => number;
  /**
   * Serves the folder on 127.0.0.1.
   *
   * @param port 0 for any free port
   * @param options.hosts names besides those of this machine by which browsers may reach it
   * @param options.target where the requests of "Try it" go
   */
  readonly serve: (
    folder: string,
    port: number,
    options?: { readonly hosts?: readonly string[]; readonly target?: SiteTarget },
  ) => Promise<Server>;
}

const packageName = '@lading/docs';

/**
 * Loads the renderer that is installed in the working folder or above it, or beside the generator.
 *
 * @param from the files from whose folders the package is resolved
 * @throws PACKAGE_MISSING
 */
export async function loadSiteRenderer(
  from: readonly string[] = [join(process.cwd(), 'package.json'), import.meta.url],
): Promise<SiteRenderer> {
  const requires = from.map((file) => createRequire(file));
  const file = firstResolved(requires, packageName);
  if (file !== undefined) return (await import(pathToFileURL(file).href)) as SiteRenderer;
  // A clone of the repository links the package before it is built.
  const isInstalled = firstResolved(requires, `${packageName}/package.json`) !== undefined;
  throw new LadingError({
    code: 'PACKAGE_MISSING',
    subject: `The package ${packageName}, which renders the reference, is not ${isInstalled ? 'built' : 'installed'}`,
    place: 'lading docs',
    remedy: isInstalled
      ? `Build it: npx nx run ${packageName}:build`
      : `Install it: ${managerCommands().add} ${packageName}`,
  });
}

function firstResolved(requires: readonly NodeJS.Require[], id: string): string | undefined {
  for (const require of requires) {
    try {
      return require.resolve(id);
    } catch {
      // The next one may have it.
    }
  }
  return undefined;
}

/** Runs a function of the renderer. @throws SITE_FAILED */
export async function render<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    // The renderer's own error, and those of the system.
    if (!(error instanceof Error) || !(error.name === 'DocsError' || 'code' in error)) throw error;
    const isPortTaken = 'code' in error && error.code === 'EADDRINUSE';
    throw new LadingError({
      code: 'SITE_FAILED',
      subject: isPortTaken ? 'The port is in use' : error.message,
      place: 'lading docs',
      remedy: isPortTaken ? 'Use another one: --port 0' : remedyOf(error),
    });
  }
}

function remedyOf(error: Error): string {
  return 'remedy' in error && typeof error.remedy === 'string'
    ? error.remedy
    : 'Correct what the message names, and run it again';
}
