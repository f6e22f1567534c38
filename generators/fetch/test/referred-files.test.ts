/** Which files of a document are fetched with it: those that it refers to below its own address, each once. */
import { expect, it, onTestFinished } from 'vitest';
import { serve } from '../../testing/document-server.js';
import { fetchDocument } from '../index.js';

it('fetches files beside the document, and none of other servers, of the root or of the document itself', async () => {
  const beside = ['#/x', 'parts.yaml#/A', 'parts.yaml#/B', 'more/box.yaml'];
  const schemas = [...beside, 'https://other.test/x.yaml', '/root.yaml', 'parts/'];
  const server = await serve({
    '/api/things.json': JSON.stringify({ openapi: '3.0.0', paths: schemas.map(($ref) => ({ $ref })) }),
    '/api/parts.yaml': 'A: {}\n',
    '/api/more/box.yaml': "A: { $ref: '#/B' }\nB: {}\n",
    '/root.yaml': 'A: {}\n',
  });
  const folder = temporaryFolder();
  onTestFinished(async () => {
    await server.close();
  });
  const fetched: string[] = [];
  const { files } = await fetchDocument(`${server.url}/api/things.json`, {
    folder,
    integrity: undefined,
    onFetch: (url) => fetched.push(url.replace(server.url, '')),
  });
  expect(fetched).toEqual(['/api/things.json', '/api/more/box.yaml', '/api/parts.yaml']);
  expect(files.map(({ state }) => state)).toEqual(['new', 'new', 'new']);
});
