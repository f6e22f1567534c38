/** The program `registry`: the registry of the engine, whose content is in the volume of the container. */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { MemoryRegistry, type ProgramContext } from '@lading/engine';
import { accessTime } from '../serve/log-time.js';
import { untilStopped, gatewayOf } from '../serve/until-stopped.js';
import { authorization, restoreRegistry, storeChange } from './stored-registry.js';

/** @returns the exit code */
export async function registry(context: ProgramContext): Promise<number> {
  const { args, env, files, stdout, stderr } = context;
  if (args[0] !== 'serve') {
    await stdout.write('registry: lading simulates `registry serve` only\n');
    return args.includes('--version') ? 0 : 1;
  }
  const content = new MemoryRegistry();
  content.createsImages = false;
  await restoreRegistry(files, content);
  const config = files.read(args[1] ?? '')?.toString() ?? '';
  const address = env['REGISTRY_HTTP_ADDR'] ?? /^\s*addr:\s*(\S+)/m.exec(config)?.[1] ?? ':5000';
  const server = createServer((incoming, outgoing) => {
    const respond = async (): Promise<void> => {
      const { method = 'GET', url = '/', headers } = incoming;
      const body = await buffer(incoming);
      const hasBody = method !== 'GET' && method !== 'HEAD';
      const request = new Request(new URL(url, `http://${headers.host ?? 'localhost'}`), {
        method,
        headers: [
          ...Object.entries(headers)
            .filter(([name]) => name !== 'authorization')
            .map(([name, value]): [string, string] => [name, String(value)]),
          authorization,
        ],
        ...(hasBody && { body: Uint8Array.from(body) }),
      });
      const path = new URL(request.url).pathname;
      const response = ownResponse(content, path) ?? (await content.fetch(request));
      if (method === 'PUT' || method === 'POST')
        await storeRequest(context, content, path, headers['content-type'] ?? '', body, response);
      outgoing.writeHead(response.status, {
        ...Object.fromEntries(response.headers),
        'docker-distribution-api-version': 'registry/2.0',
      });
      outgoing.end(Buffer.from(await response.arrayBuffer()));
      await stdout.write(
        `${gatewayOf(context)} - - [${accessTime(context.now())}] "${method} ${url} HTTP/1.1" ${response.status} ${response.headers.get('content-length') ?? 0} "" "${headers['user-agent'] ?? ''}"\n`,
      );
    };
    respond().catch((error: unknown) => {
      void stderr.write(`level=error msg="${error instanceof Error ? error.message : String(error)}"\n`);
      outgoing.destroy();
    });
  });
  context.listen(Number(address.split(':').at(-1)), server);
  const time = new Date(context.now()).toISOString();
  await stderr.write(`time="${time}" level=info msg="lading: this is the registry of the engine" go.version=none\n`);
  await stderr.write(
    `time="${time}" level=info msg="listening on [::]${address.replace(/^[^:]*/, '')}" go.version=none\n`,
  );
  const signal = await untilStopped(context, ['TERM', 'INT']);
  server.closeAllConnections();
  return signal === undefined ? 0 : 2;
}

/** What an open registry responds where that of the engine asks for credentials or has no response. */
function ownResponse({ repositories }: MemoryRegistry, path: string): Response | undefined {
  if (path === '/v2/' || path === '/v2') return Response.json({});
  const [, repository] = /^\/v2\/(.+)\/tags\/list$/.exec(path) ?? [];
  if (repository !== undefined && !repositories.includes(repository)) {
    const errors = [
      { code: 'NAME_UNKNOWN', message: 'repository name not known to registry', detail: { name: repository } },
    ];
    return Response.json({ errors }, { status: 404 });
  }
  return path === '/v2/_catalog' ? Response.json({ repositories: [...repositories].sort() }) : undefined;
}

async function storeRequest(
  { files }: ProgramContext,
  content: MemoryRegistry,
  path: string,
  mediaType: string,
  body: Buffer,
  response: Response,
): Promise<void> {
  const location = response.headers.get('location') ?? '';
  // A blob may have come in several requests, or from another repository.
  const isBlob = response.status === 201 && /\/blobs\/sha256:\w+$/.test(location);
  const whole = isBlob
    ? Buffer.from(await (await content.fetch(new Request(`http://registry${location}`))).arrayBuffer())
    : body;
  storeChange(files, { path, mediaType }, whole, response);
}
