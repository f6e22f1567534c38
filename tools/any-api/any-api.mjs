/** Checks that the generator serves any API: `node tools/any-api/any-api.mjs COMMAND`. */
import { runCommands } from '@lading/run/commands';

const load = (/** @type {string} */ name) => () => import(`./commands/${name}.mjs`);

await runCommands('tools/any-api/any-api.mjs', {
  sample: ['generate, compile, start and call the APIs of a sample of documents', load('sample')],
  samples: ['execute the samples of references in curl, TypeScript and Python', load('samples')],
  validation: ['compare what generated servers and validators reject with what ajv rejects', load('validation')],
  encodings: ['send every style with every type at every place', load('encodings')],
  converted: ['call servers of one version with clients of another one', load('converted')],
  platforms: ['run a generated client in Node, Deno, Bun and a browser', load('platforms')],
});
