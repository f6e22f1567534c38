/** Measures the size of a bundled program with one call, and the part of it that is Lading's. */
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { client, codegen, peer, undici, undiciClient, urlOf } from './places.mjs';

/** The sizes in kilobytes (1,000 bytes) after gzip. */
export async function bundleSizes() {
  const { build } = (await import(urlOf(peer('esbuild')))).default;
  /** @param {string} contents @param {string[]} external */
  const size = async (contents, external = []) => {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: dirname(codegen) },
      bundle: true,
      minify: true,
      platform: 'node',
      format: 'esm',
      external,
      write: false,
      logLevel: 'error',
    });
    return gzipSync(outputFiles[0].contents, { level: 9 }).length / 1000;
  };
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
