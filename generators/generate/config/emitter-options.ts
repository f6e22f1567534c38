/** The options of each emitter, from the keys of a configuration. */
import type { Prose } from '../../code/index.js';
import type { ClientOptions } from '../../emit/client/index.js';
import type { DocsOptions } from '../../emit/docs/index.js';
import type { ConversionOptions } from '../../emit/conversions/index.js';
import type { ServerOptions } from '../../emit/server/index.js';
import type { TypesOptions } from '../../emit/types/index.js';
import type { EmitterOptions } from '../pipeline/index.js';
import type { LadingConfig } from './config.js';

/** @param hasPaths whether the command line lets the types packages contain a `paths` module */
export function emitterOptionsOf(
  { client = {}, server = {}, overlay = {}, docs = {}, paths = true }: LadingConfig,
  hasPaths: boolean,
): EmitterOptions {
  const { hooks } = overlay;
  return {
    types: { paths: hasPaths && paths } satisfies TypesOptions,
    client: { ...(client.runtime && { runtime: client.runtime }) } satisfies ClientOptions,
    server: { ...(server.dialect && { dialect: server.dialect }) } satisfies ServerOptions,
    docs: { ...(docs.build && { build: docs.build }) } satisfies DocsOptions,
    // Engines ignore properties that they do not know.
    overlay: { ...(hooks && { hooks }), ignoresUnknown: server.dialect === 'engine' } satisfies ConversionOptions,
  };
}

/** Returns the options with the texts of the files that a configuration names. */
export function withProse(options: EmitterOptions, { readmes, ...pages }: Prose): EmitterOptions {
  const { types, client, server, docs } = options;
  return {
    ...options,
    types: { ...types, readmes } satisfies TypesOptions,
    client: { ...client, readmes } satisfies ClientOptions,
    server: { ...server, readmes } satisfies ServerOptions,
    docs: { ...docs, ...pages } satisfies DocsOptions,
  };
}
