/** The paths of users of the packages for container engines: client, reference engine, bridge and codemod, from a registry. */
import { versionsOfSpec } from '../bump/clone.mjs';
import { example, follow, run, write } from '../harness/journey.mjs';

/** @typedef {import('../harness/journey.mjs').Journey} Journey */

const engine = 'unix:///tmp/engine.sock';
const { newest } = versionsOfSpec();
/** Runs a command beside the reference engine. @param {string} command @param {string} [options] */
const withEngine = (command, options = '') => `rm -f /tmp/engine.sock
npx lading-engine --host ${engine} --image alpine ${options} >engine.log & until grep -qs listening engine.log; do sleep 0.1; done
export DOCKER_HOST=${engine}
${command}`;

/** @param {string} name @param {string} about @param {string} command @param {readonly import('../harness/programs.mjs').Program[]} programs @param {string} [stated] @returns {Journey} */
const onRuntime = (name, about, command, programs, stated) => ({
  name,
  about,
  programs,
  steps: [
    follow('README.md', 'From a registry'),
    run('npm install --save-dev tsx && npm pkg set type=module'),
    example('README.md', 'Test without a daemon', command, stated),
    example('README.md', 'Call an engine', withEngine(command), `…\n${newest} 0 …`),
  ],
});

const dockerode = `import Docker from 'dockerode';

const docker = new Docker({ socketPath: '/tmp/engine.sock' });
const web = await docker.createContainer({ Image: 'alpine', Cmd: ['sleep', '60'], name: 'web' });
await web.start();
for (const { Names, State } of await docker.listContainers({ all: true })) console.log(Names, State);
await web.remove({ force: true });
`;

/** @type {readonly Journey[]} */
export const bindings = [
  {
    ...onRuntime('bindings', 'The client, a server and the reference engine on Node', 'npx tsx example.ts', []),
    isFixed: true,
  },
  onRuntime('bindings-node22', 'The same on Node 22', 'npx tsx example.ts', ['node22']),
  onRuntime('bindings-node24', 'The same on Node 24', 'npx tsx example.ts', ['node24']),
  onRuntime('bindings-bun', 'The same on Bun', 'bun example.ts', ['bun'], `${newest} {\n…\n1.44 {\n…\n1.41 {\n…`),
  onRuntime(
    'bindings-deno',
    'The same on Deno',
    'deno run --allow-all --node-modules-dir=manual example.ts',
    ['deno'],
    `${newest} { Id: "web", Warnings: [] }\n…`,
  ),
  {
    name: 'migrate',
    about: 'A program with dockerode, before and after the codemod',
    steps: [
      run(
        'npm init --yes && npm pkg set type=module && npm install dockerode @lading/migrate @lading/client @lading/engine',
      ),
      write('src/program.js', dockerode),
      run(withEngine('node src/program.js'), "[ '/web' ] running"),
      follow('packages/migrate/README.md', '@lading/migrate'),
      run('npm uninstall dockerode && grep -c dockerode src/program.js || true', '…\n0'),
      run(withEngine('node src/program.js'), "[ '/web' ] running"),
    ],
  },
  {
    name: 'bridge',
    about: 'The bridge as a command: clients of old and new versions call an engine of one version',
    steps: [
      run('npm init --yes && npm pkg set type=module && npm install @lading/client @lading/engine @lading/bridge'),
      write(
        'program.js',
        `import { request } from 'node:http';
import { connect } from '@lading/client';

for (const version of ['1.41', '${newest}']) {
  const engine = await connect({ host: 'unix:///tmp/bridge.sock', version });
  console.log(version, (await engine.container.list()).length);
  await engine.close();
}
request({ socketPath: '/tmp/bridge.sock', path: '/v1.30/containers/json' }, (response) => {
  console.log('1.30', response.statusCode);
  response.resume();
}).end();
`,
      ),
      follow('packages/bridge/README.md', 'Usage', {
        beside: withEngine('rm -f /tmp/bridge.sock\n', '--api 1.44'),
        then: 'until [ -S /tmp/bridge.sock ]; do sleep 0.1; done\nnode program.js\n',
        prints: `…\n1.41 0\n${newest} 0\n1.30 200`,
        replace: { '/var/run/docker.sock': '/tmp/engine.sock', '/run/bridge.sock': '/tmp/bridge.sock' },
      }),
    ],
  },
];
