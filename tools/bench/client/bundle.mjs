/** Measures the size of bundled programs with one call. */
import { gzipSync } from 'node:zlib';
import { dirname } from 'node:path';
import { client, codegen, peer, undici, undiciClient, urlOf } from '../places.mjs';

/** The bytes of a bundled program after gzip. @param {string} contents @param {object} options of esbuild */
export async function bundledBytes(contents, options = {}) {
  const { build } = (await import(urlOf(peer('esbuild')))).default;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: dirname(codegen) },
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    write: false,
    logLevel: 'error',
    ...options,
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

/** The sizes of programs with the client of the engine, in kilobytes (1,000 bytes), and the part of them that is Lading's. */
export async function bundleSizes() {
  const size = async (contents, external = []) => (await bundledBytes(contents, { external })) / 1000;
  const program = `import { connect } from ${JSON.stringify(client)};
    const engine = await connect(); console.log(await engine.container.list());`;
  return {
    whole: await size(program),
    undici: await size(`import Client from ${JSON.stringify(undiciClient)}; console.log(Client);`),
    // A client of one call without ours: its transport over a socket is all of undici.
    openapiFetch: await size(
      `import createClient from ${JSON.stringify(peer('openapi-fetch'))};
       import { Agent, fetch } from ${JSON.stringify(undici)};
       const dispatcher = new Agent({ connect: { socketPath: '/var/run/docker.sock' } });
       const client = createClient({ baseUrl: 'http://localhost/v1.44', fetch: (request) => fetch(request, { dispatcher }) });
       console.log(await client.GET('/containers/json'));`,
    ),
    own: await size(program, ['undici', 'ws']),
    withWs: await size(program, ['undici']),
  };
}
