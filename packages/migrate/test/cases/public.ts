/** Public programs that use dockerode, condensed and written anew: the same constructs, by the address where they were found. */
import type { Case } from './case.js';

export const publicCases: readonly Case[] = [
  {
    file: 'pull-image.ts',
    from: 'github.com/mohithnd/algo-code-evaluator-service, src/containers/pullImage.ts',
    source: `import Docker from 'dockerode';
export default function pullImage(name: string) {
  const docker = new Docker();
  return new Promise((resolve, reject) => {
    docker.pull(name, (err: Error, stream: NodeJS.ReadableStream) => {
      if (err) throw err;
      docker.modem.followProgress(
        stream,
        (err: Error | null, result: any[]) => {
          if (err) reject(err);
          resolve(result);
        },
        (event: any) => console.log(event.status),
      );
    });
  });
}
`,
  },
  {
    file: 'build-reproduction.js',
    from: 'github.com/weiyuan95/dockerode-followprogress-mre, repro.js',
    source: `const Docker = require('dockerode');
(async function () {
  const docker = new Docker();
  const stream = await docker.buildImage({ context: __dirname, src: ['Dockerfile'] });
  await new Promise((resolve, reject) => {
    docker.modem.followProgress(stream, (err, res) => {
      if (err) {
        console.error('failed', err);
        reject(err);
      } else {
        console.log('built', res);
        resolve(res);
      }
    });
  });
})();
`,
  },
  {
    file: 'list-and-events.mjs',
    from: 'github.com/webdock/webdock, src/docker.js',
    source: `import Docker from 'dockerode';
const docker = new Docker();
docker.listContainers({ all: true }, (err, containers) => {
  if (containers.length > 0) {
    const container = docker.getContainer(containers[0].Id);
    container.inspect((err, data) => console.log(err, data));
  }
});
docker.getEvents((err, stream) => {
  stream.on('data', (data) => console.log(data.toString('utf8')));
});
`,
  },
  {
    file: 'exec-over-ssh.js',
    from: 'github.com/rafipiccolo/dockercron, test.js',
    source: `let Docker = require('dockerode');
let docker = new Docker({
  protocol: 'ssh',
  host: '192.0.2.1',
  username: 'root',
  sshOptions: { privateKey: require('fs').readFileSync('/root/.ssh/id_rsa') },
});
let container = docker.getContainer(process.argv[2]);
container.exec({ Cmd: ['sh', '-c', 'ls'], AttachStdout: true }, (err, exec) => {
  console.log(err, 'created');
});
`,
  },
  {
    file: 'follow-logs.js',
    from: 'github.com/qfdk/EasyDockerWeb, test.js',
    source: `var Docker = require('dockerode');
var stream = require('stream');
var docker = new Docker();
function containerLogs(container) {
  var logStream = new stream.PassThrough();
  logStream.on('data', function (chunk) {
    console.log(chunk.toString('utf8'));
  });
  container.logs({ follow: true, stdout: true, stderr: true }, function (err, stream) {
    if (err) return console.error(err.message);
    container.modem.demuxStream(stream, logStream, logStream);
    stream.on('end', function () {
      logStream.end('done');
    });
  });
}
docker.createContainer({ Image: 'alpine', Cmd: ['ping', 'localhost'] }, function (err, container) {
  container.start({}, function (err, data) {
    containerLogs(container);
  });
});
`,
  },
  {
    file: 'many-streams.js',
    from: 'https://github.com/apocas/dockerode/issues/366',
    source: `const Docker = require('dockerode');
const { PassThrough } = require('stream');
const docker = new Docker();
const streams = Object.create(null);
function containerLogs(id, send) {
  streams[id] = new PassThrough();
  streams[id].setEncoding('utf8');
  streams[id].on('data', (chunk) => send({ id, result: chunk.toString() }));
  docker.getContainer(id).logs({ follow: true, stdout: true, stderr: true }, function (err, stream) {
    if (err) return console.error(err.message);
    docker.modem.demuxStream(stream, streams[id], streams[id]);
  });
}
containerLogs('one', console.log);
containerLogs('two', console.log);
`,
  },
  {
    file: 'logs-for-two-seconds.ts',
    from: 'https://github.com/apocas/dockerode/issues/482',
    source: `import { PassThrough } from 'node:stream';
import Docker from 'dockerode';
export function containerLogs(container: Docker.Container): void {
  const output = new PassThrough();
  output.on('data', (chunk) => console.log(chunk.toString('utf8')));
  container.logs({ follow: true, stdout: true, stderr: true }, (err, stream) => {
    if (err) return console.error(err.message);
    container.modem.demuxStream(stream, output, output);
    stream!.on('end', () => output.end('stop'));
    setTimeout(() => {
      stream!.destroy();
    }, 2000);
  });
}
`,
  },
  {
    file: 'attach-to-streams.js',
    from: 'https://github.com/apocas/dockerode/issues/466',
    source: `const { PassThrough } = require('stream');
module.exports = function attach(results, log, callback) {
  /** @type {import('dockerode').Container} */
  const container = results.container;
  container.attach({ logs: true, stream: true, stdout: true, stderr: true }, (err, stream) => {
    if (err) return callback(err);
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    container.modem.demuxStream(stream, stdout, stderr);
    stdout.on('data', (chunk) => log.info(chunk.toString().trim()));
    stderr.on('data', (chunk) => log.error(chunk.toString().trim()));
  });
  container.wait(callback);
};
`,
  },
  {
    file: 'attach-with-input.ts',
    from: 'https://github.com/apocas/dockerode/issues/479',
    source: `import { PassThrough } from 'node:stream';
import Docker from 'dockerode';
export class Console {
  constructor(private readonly container: Docker.Container) {}
  async open(): Promise<PassThrough> {
    const stream = await this.container.attach({ stream: true, stdin: true, stdout: true, stderr: true });
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    this.container.modem.demuxStream(stream, stdout, stderr);
    stream.write('help\\n');
    return stdout;
  }
}
`,
  },
  {
    file: 'lines-with-times.ts',
    from: 'https://github.com/apocas/dockerode/issues/667',
    source: `import { PassThrough } from 'node:stream';
import { Container } from 'dockerode';
export class Logs {
  constructor(private container: Container, private from: number) {}
  listen(): void {
    this.container.logs({ follow: true, stdout: true, stderr: true, timestamps: true }, (error, stream) => {
      if (error) return;
      const parser = new PassThrough();
      parser.on('data', (data) => {
        const [time, ...words] = data.toString().split(' ');
        if (new Date(time).getTime() >= this.from) console.log(words.join(' '));
      });
      stream!.on('close', () => {
        parser.end();
      });
      this.container.modem.demuxStream(stream, parser, parser);
    });
  }
}
`,
  },
  {
    file: 'send-command.js',
    from: 'https://github.com/apocas/dockerode/issues/541',
    source: `const Docker = require('dockerode');
const docker = new Docker();
function sendCommand(id, command) {
  const container = docker.getContainer(id);
  container.attach({ stream: true, stdout: true, stderr: true, stdin: true }, function (err, stream) {
    stream.write(command + '\\n');
  });
}
module.exports = { sendCommand };
`,
  },
  {
    file: 'log-of-a-stream.js',
    from: 'https://github.com/apocas/dockerode/issues/587',
    source: `const Docker = require('dockerode');
const docker = new Docker();
async function show(id) {
  const container = docker.getContainer(id);
  const log = await container.logs({ follow: true, stdout: true, stderr: true });
  console.log(log);
}
show('web');
`,
  },
  {
    file: 'logs-buffer.js',
    from: 'https://github.com/apocas/dockerode/issues/511',
    source: `const Docker = require('dockerode');
const docker = new Docker({ socketPath: '/var/run/docker.sock' });
async function logsOf(name, emit) {
  const container = docker.getContainer(name);
  const logs = await container.logs({ follow: false, stdout: true, stderr: true, tail: 200 });
  emit('logs', logs.toString('utf8'));
}
exports.logsOf = logsOf;
`,
  },
  {
    file: 'external-volume.js',
    from: 'github.com/apocas/dockerode, examples/external_volume.js',
    source: `var Docker = require('dockerode');
var docker = new Docker({ socketPath: '/var/run/docker.sock' });
docker.createContainer({ Image: 'alpine', Cmd: ['ls', '/stuff'], Volumes: { '/stuff': {} } }, function (err, container) {
  container.attach({ stream: true, stdout: true, stderr: true }, function (err, stream) {
    stream.pipe(process.stdout);
    container.start(function (err, data) {
      console.log(data);
    });
  });
});
`,
  },
  {
    file: 'promise-chain.js',
    from: 'github.com/cyberpsych0siis/DockerVM, test.js',
    source: `const Docker = require('dockerode');
const docker = new Docker({ socketPath: '/var/run/docker.sock', version: 'v1.25' });
var auxContainer;
docker
  .createContainer({ Image: 'alpine', AttachStdout: true, Tty: true, Cmd: ['tail', '-f', '/dev/null'] })
  .then(function (container) {
    auxContainer = container;
    return auxContainer.start();
  })
  .then(() => auxContainer.resize({ h: 24, w: 80 }))
  .then(() => auxContainer.stop())
  .then(() => auxContainer.remove())
  .catch(function (err) {
    console.log(err);
  });
`,
  },
  {
    file: 'create-with-ports.js',
    from: 'github.com/housheng4/NodeConf, Shellexe/createDocker.js',
    source: `var Docker = require('dockerode');
var docker = new Docker({ host: '127.0.0.1', port: 3000 });
function createContainer(port, tcpPort) {
  var created = docker.createContainer({
    Image: 'alpine',
    name: 'web',
    ExposedPorts: { [tcpPort]: {} },
    HostConfig: { Binds: [], PortBindings: { [tcpPort]: [{ HostPort: port }] } },
  });
  return created;
}
createContainer('8800', '80/tcp');
`,
  },
  {
    file: 'express-render.js',
    from: 'github.com/DrC0okie/HEIG_DAI_HTTP_Infrastructure, YADMGUI/routes/containers.js',
    source: `var express = require('express');
const Docker = require('dockerode');
const router = express.Router();
const docker = new Docker();
router.get('/', function (req, res, next) {
  docker.listContainers({ all: true }).then((containers) => {
    res.render('containers', { containers });
  });
});
module.exports = router;
`,
  },
  {
    file: 'controllers.js',
    from: 'github.com/harleenkr/expressEndpoint, controllers.js',
    source: `var Docker = require('dockerode');
var docker = new Docker({ host: 'http://192.0.2.7', port: 2375 });
const listContainers = async function (req, res) {
  const found = await docker.listContainers();
  res.json(found);
};
const listImages = async function (req, res) {
  const found = await docker.listImages();
  res.json(found);
};
exports.images = listImages;
exports.containers = listContainers;
`,
  },
  {
    file: 'services.js',
    from: 'github.com/vldocker/dfp-ui, controllers/test.js',
    source: `var express = require('express');
var router = express.Router();
var Docker = require('dockerode');
router.post('/', function (req, res) {
  var docker = new Docker({ socketPath: '/var/run/docker.sock', version: 'v1.30' });
  docker.listServices(function (err, services) {
    if (err) {
      console.log(err);
    }
    res.json(services);
  });
});
module.exports = router;
`,
  },
  {
    file: 'inspect-image.js',
    from: 'github.com/Singh-Kiran-P/CTF-platform, learning/docker/docker-node-scripts/src/getinfo.js',
    source: `var Docker = require('dockerode');
var docker = new Docker({ socketPath: '/var/run/docker.sock' });
docker
  .getImage('3d0b42b03384')
  .inspect()
  .then((found) => {
    console.log(found);
  });
`,
  },
];
