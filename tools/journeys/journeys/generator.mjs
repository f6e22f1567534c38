/** The paths of a user of the generator, from the installation to a client that calls a server. */
import { bring, fails, follow, run, write } from '../harness/journey.mjs';

/** @typedef {import('../harness/journey.mjs').Journey} Journey */

const workspace = 'generators/docs/workspace.md';
const ownApi = 'docs/your-own-api.md';
const document = bring('generators/examples/kiosk.yaml', 'api.yaml');
const install = run('npm install --save-dev lading');
/** The program of the README, which calls a server with a client. */
const program = follow('README.md', 'Your own API', { only: ({ language }) => language !== 'sh' });

/** @param {string} name @param {import('../harness/programs.mjs').Program} [manager] @returns {Journey} */
const managed = (name, manager) => ({
  name: `generator-${name.toLowerCase()}`,
  about: `${name} installs the generator and the generated workspace`,
  ...(manager !== undefined && { programs: [manager] }),
  steps: [document, follow(workspace, name), program],
});

/** @param {'node22' | 'node24'} node @returns {Journey} */
const onNode = (node) => ({
  name: `generator-${node}`,
  about: `The generator and its output on ${node}`,
  programs: [node],
  steps: [run('node --version', `v${node.slice(4)}.…`), follow('README.md', 'Your own API')],
});

/** The second version of the document: tickets have a window. */
const newerDocument = run(`sed -e "s/version: '1.0'/version: '1.1'/" -e 's/v1.0/v1.1/' \\
  -e "s/^                note: .*/&\\n                window: { type: integer }/" api.yaml > api-1.1.yaml
mv api.yaml api-1.0.yaml`);

const served = `const http = require('node:http'); const fs = require('node:fs');
http.createServer((_, response) => response.end(fs.readFileSync('remote.yaml'))).listen(8123, '127.0.0.1');`;

/** @type {readonly Journey[]} */
export const generator = [
  {
    name: 'generator',
    about: 'The README: generates a client and a server of a document, builds them, and calls one with the other',
    isFixed: true,
    steps: [follow('README.md', 'Your own API')],
  },
  managed('npm'),
  { ...managed('pnpm', 'pnpm'), isFixed: true },
  managed('Yarn', 'yarn'),
  managed('Bun', 'bun'),
  onNode('node22'),
  onNode('node24'),
  {
    name: 'generator-document',
    about: 'Generates from the command line alone',
    steps: [document, install, follow(workspace, 'Without a configuration'), program],
  },
  {
    name: 'generator-typescript',
    about: 'A configuration in TypeScript',
    steps: [document, install, follow(workspace, 'In TypeScript'), program],
  },
  {
    name: 'generator-elsewhere',
    about: 'A configuration in another folder than the current one, and the commands of that folder',
    steps: [
      document,
      install,
      run(
        'mkdir bindings && mv api.yaml bindings && cd bindings && npx lading init --emitter client --emitter server --scope @acme',
      ),
      run('cd ..'),
      follow(workspace, 'In another folder'),
      run('cd bindings && npx lading generate --check', 'All generated files are up to date.'),
      program,
    ],
  },
  {
    name: 'generator-apis',
    about: 'Several APIs in one configuration; the packages of each are built, and another API is added',
    steps: [
      document,
      install,
      newerDocument,
      run('cp api-1.0.yaml billing.yaml && mv api-1.0.yaml orders-1.yaml && mv api-1.1.yaml orders-2.yaml'),
      follow('generators/docs/configuration.md', 'Several APIs'),
      run('(cd generated/billing && npm install && npm run build)'),
      run('(cd packages/orders && npm install && npm run build)'),
      run('npx lading init --api returns --document billing.yaml'),
      run('npx lading generate --api returns --quiet && ls generated/returns/v1.0', 'types'),
    ],
  },
  {
    name: 'generator-url',
    about: 'A document by URL, of a server on loopback; the second run needs no network',
    steps: [
      bring('generators/examples/kiosk.yaml', 'remote.yaml'),
      write('serve.cjs', served),
      install,
      run('mkdir own && cd own'),
      follow(workspace, 'A document by URL', {
        replace: { 'https://api.example.org': 'http://127.0.0.1:8123' },
        beside: '(cd .. && exec node serve.cjs) & sleep 1\n',
      }),
      run('npx lading generate --check', 'All generated files are up to date.'),
      program,
    ],
  },
  {
    name: 'generator-modules',
    about:
      'Packages that a folder without a registry installs from tarballs: nodenext, bundler, require, and what is refused',
    steps: [
      document,
      follow(workspace, 'npm'),
      follow(workspace, 'Use of the packages'),
      follow(workspace, 'Module systems'),
      // Not supported, as SUPPORT.md says.
      fails('npx tsc -p tsconfig.commonjs.json --module node16', 'TS1471'),
      fails(
        'npx --yes -p typescript@5.9 tsc -p tsconfig.bundler.json --module esnext --moduleResolution node10',
        'TS2307',
      ),
    ],
  },
  {
    name: 'versions',
    about: 'Two documents: the server of the newer version serves clients of both',
    isFixed: true,
    steps: [document, newerDocument, install, follow(workspace, 'Two versions')],
  },
  {
    name: 'conversions',
    about:
      'The guide of two versions: hooks, then rules, convert between clients of both and a server of the newer one',
    steps: [
      follow(ownApi, 'Two documents'),
      follow(ownApi, 'Hooks'),
      follow(ownApi, 'A server and both clients'),
      follow(ownApi, 'Rules'),
    ],
  },
];
