/** The paths of framework authors: packages in a workspace that exists, on a registry, and emitters in packages of their own. */
import { bring, fails, follow, run, write } from '../harness/journey.mjs';

/** @typedef {import('../harness/journey.mjs').Journey} Journey */

const guide = 'docs/framework-authors.md';
const publishing = 'docs/publishing.md';
const emitters = 'generators/docs/write-an-emitter.md';
const document = bring('generators/examples/kiosk.yaml', 'api.yaml');

/** A program in the workspace, which calls the server of 1.1 with the client of 1.0. */
const programText = `import { createClient } from '@acme/client-v1.0';
import { createServer } from '@acme/server-v1.1';

const ticket = { create: ({ body }) => ({ number: 1, queue: body.queue, status: 'waiting' }) };
const server = createServer({ ticket });
const { address } = await server.listen({ port: 0 });
console.log(await createClient({ baseUrl: address }).ticket.create({ body: { queue: 'bakery' } }));
await server.close();
`;
const program = write('program.mjs', programText);
const prints = "{ number: 1, queue: 'bakery', status: 'waiting' }";

/** Edits each kind of input, generates with the tool, and finds the edit in the output, not in the cache. @param {string} command */
const edits = (command) => [
  run(`sed -i 's/and wait/and sit/' bindings/later.yaml && ${command}`),
  run('grep -rl "Print a ticket and sit" bindings/generated --include=*.ts | sort | head -1', '…v1.1…'),
  run(`sed -i 's/List tickets/List all tickets/' bindings/api.yaml && ${command}`),
  run('grep -rl "List all tickets" bindings/generated --include=*.ts | sort | head -1', '…v1.0…'),
];

const inspect = 'npx mcp-inspector --cli npx lading-mcp --sandbox --image alpine';

/** @type {readonly Journey[]} */
export const workspaces = [
  {
    name: 'nx',
    about: 'Packages in an Nx workspace; an edit of an overlay or a document is no cached result',
    steps: [
      bring('generators/examples/kiosk.yaml', 'bindings/api.yaml'),
      follow(guide, 'Nx'),
      program,
      run('node program.mjs', prints),
      ...edits('npx nx run bindings:generate'),
      run('rm -rf bindings/generated && npx nx run bindings:generate', '…\n…cache…\n…'),
      run('npx nx run-many -t build && node program.mjs', `…\n${prints}`),
    ],
  },
  {
    name: 'nx-plugin',
    about: 'An API in an Nx workspace, with the plugin; an edit is no cached result, and stale files are found',
    steps: [
      bring('generators/examples/kiosk.yaml', 'apis/kiosk/api.yaml'),
      write('package.json', '{ "private": true, "type": "module" }'),
      write('nx.json', '{ "analytics": false }'),
      write('.gitignore', 'node_modules\ndist\n.nx\n'),
      run('git init --quiet && npm install --save-dev nx@22'),
      follow(guide, 'Nx plugin'),
      write('program.mjs', programText.replace('server-v1.1', 'server-v1.0')),
      run('node program.mjs', prints),
      run('npx nx run kiosk:generate && npx nx run kiosk:generate', '…\n…cache…\n…'),
      run('npx nx run kiosk:check'),
      run("sed -i 's/List tickets/List all tickets/' apis/kiosk/api.yaml"),
      fails('npx nx run kiosk:check', 'stale'),
      run('npx nx run kiosk:generate && npx nx run kiosk:check'),
      run('grep -rl "List all tickets" apis/kiosk/generated --include=*.ts | sort | head -1', '…v1.0…'),
    ],
  },
  {
    name: 'turborepo',
    about: 'Packages in a Turborepo; an edit of an overlay or a document is no cached result',
    steps: [
      bring('generators/examples/kiosk.yaml', 'bindings/api.yaml'),
      follow(guide, 'Nx', { only: ({ file }) => file?.startsWith('bindings/') === true }),
      follow(guide, 'Turborepo'),
      program,
      run('node program.mjs', prints),
      ...edits('npx turbo run generate'),
    ],
  },
  {
    name: 'validators',
    about: 'An emitter of a package of its own: validators of zod, called, and in a client',
    steps: ['Use', 'With a client'].reduce(
      (steps, title) => [...steps, follow('packages/emit/validators/README.md', title)],
      [document],
    ),
  },
  {
    name: 'mcp',
    about: 'An emitter of a package of its own: tools for assistants, listed and called',
    steps: [document, follow('packages/emit/mcp/README.md', 'Use')],
  },
  {
    name: 'assistant',
    about: 'An engine for assistants: a container is run in its sandbox',
    steps: [follow('packages/mcp/README.md', 'Use')],
  },
  {
    name: 'mocks',
    about: 'An emitter of a package of its own: mocks, called by a generated client',
    steps: [document, follow('packages/emit/mocks/README.md', 'Use')],
  },
  {
    name: 'query',
    about: 'An emitter of a package of its own: queries and mutations, with a client in a cache',
    steps: [document, follow('packages/emit/query/README.md', 'Use')],
  },
  {
    name: 'inspector',
    about: "The inspector of the Model Context Protocol lists and calls an engine's tools",
    programs: ['node22'],
    steps: [
      run('npm init --yes && npm install --save-dev @lading/mcp @modelcontextprotocol/inspector@2'),
      run(`${inspect} --method tools/list | grep -o '"name": "container_list"'`, '…\n"name": "container_list"'),
      run(`${inspect} --method tools/call --tool-name image_list | grep -o alpine:latest`, 'alpine:latest'),
    ],
  },
  {
    name: 'publish',
    about:
      'Publishes the packages of two versions, twice, and calls a server of one with a client of the other elsewhere',
    steps: [
      document,
      follow(emitters, 'Versions', { only: ({ file }) => file === 'later.yaml' }),
      write(
        'lading.config.json',
        JSON.stringify({
          documents: ['api.yaml'],
          overlays: ['later.yaml'],
          emitters: ['client', 'server'],
          scope: '@acme',
          runtimes: 'registry',
        }),
      ),
      run('npm install --save-dev lading'),
      follow(publishing, 'Packages of your own API'),
      fails('cd generated && npm publish --workspaces --access public', '1.0.0'),
      run('cd ..'),
      follow(publishing, 'Next release'),
      run('mkdir ../elsewhere && cd ../elsewhere && npm init --yes && npm install @acme/client-v1.0 @acme/server-v1.1'),
      program,
      run('node program.mjs', prints),
      run(`node -p "require('./node_modules/@acme/types-v1.0/package.json').version"`, '1.0.1'),
    ],
  },
  {
    name: 'emitter',
    about: 'An emitter in the folder of the configuration, and one in a package of its own',
    steps: [
      document,
      run('npm init --yes && npm install --save-dev lading'),
      follow(emitters, 'A custom package kind'),
      run('cd generated && npm install && npm run build && cd .. && rm -rf generated'),
      follow(emitters, 'Publishing'),
      run(`node -e "import('./generated/v1.0/title/dist/index.js').then(({ title }) => console.log(title))"`, 'Kiosk'),
    ],
  },
];
