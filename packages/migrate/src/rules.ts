/** The counterparts of dockerode's methods: how a call is written with the client. */

/** The objects of dockerode. */
export type Subject =
  | 'docker'
  | 'container'
  | 'exec'
  | 'image'
  | 'volume'
  | 'network'
  | 'service'
  | 'task'
  | 'node'
  | 'secret'
  | 'config'
  | 'plugin';

/** A stream of JSON values, the output of a process, or its output and its input. */
export type StreamKind = 'items' | 'output' | 'session';

export interface Rule {
  /** The call of the client: `container.list`. */
  readonly call: string;
  /**
   * What the argument becomes: parameters, or the body. With an array, the argument is the body except for these
   * properties, which are parameters.
   */
  readonly argument?: 'parameters' | 'body' | readonly string[];
  /** The object that dockerode returns; it becomes a string, `property` of the result. */
  readonly returns?: { readonly subject: Subject; readonly property: string };
  /** The parameter that identifies the object, if it is not that of the object's other calls. */
  readonly key?: string;
  /** What the client returns where dockerode returns a stream of bytes. */
  readonly stream?: StreamKind;
  /** The argument of dockerode's method is a stream or a file, which becomes the body; the second one are parameters. */
  readonly file?: true;
}

/** The parameter that identifies an object, in all calls of it. */
export const keyOf: Readonly<Partial<Record<Subject, string>>> = {
  container: 'id',
  exec: 'id',
  image: 'name',
  volume: 'name',
  network: 'id',
  service: 'id',
  task: 'id',
  node: 'id',
  secret: 'id',
  config: 'id',
  plugin: 'name',
};

/** The methods that return an object without a request. */
export const getters: Readonly<Record<string, Subject>> = Object.fromEntries(
  (Object.keys(keyOf) as Subject[]).map((subject) => [`get${subject[0]?.toUpperCase()}${subject.slice(1)}`, subject]),
);

function returns(subject: Subject, property: string): Pick<Rule, 'returns'> {
  return { returns: { subject, property } };
}

function plain(call: string, argument?: Rule['argument'], stream?: StreamKind): Rule {
  return { call, ...(argument && { argument }), ...(stream && { stream }) };
}

/** The rules by subject and method. A string is advice, for what has to be rewritten by hand. */
export const rules: Readonly<Record<Subject, Readonly<Record<string, Rule | string>>>> = {
  docker: {
    createContainer: { call: 'container.create', argument: ['name', 'platform'], ...returns('container', 'Id') },
    createImage: plain('image.create', 'parameters', 'items'),
    loadImage: { call: 'image.load', file: true, stream: 'items' },
    importImage: 'await docker.image.create({ fromSrc: "-", repo, tag, body: file })',
    checkAuth: plain('system.auth', 'body'),
    buildImage: { call: 'image.build', file: true, stream: 'items' },
    followProgress: 'await follow(stream, { onItem }); a failure within the stream rejects',
    listContainers: plain('container.list', 'parameters'),
    listImages: plain('image.list', 'parameters'),
    getImages: plain('image.getAll', 'parameters'),
    listServices: plain('service.list', 'parameters'),
    listNodes: plain('node.list', 'parameters'),
    listTasks: plain('task.list', 'parameters'),
    listSecrets: plain('secret.list', 'parameters'),
    listConfigs: plain('config.list', 'parameters'),
    listPlugins: plain('plugin.list', 'parameters'),
    listVolumes: plain('volume.list', 'parameters'),
    listNetworks: plain('network.list', 'parameters'),
    createSecret: { call: 'secret.create', argument: 'body', ...returns('secret', 'ID') },
    createConfig: { call: 'config.create', argument: 'body', ...returns('config', 'ID') },
    createPlugin: 'await docker.plugin.create({ name, body: archive })',
    createVolume: { call: 'volume.create', argument: 'body', ...returns('volume', 'Name') },
    createService: { call: 'service.create', argument: 'body', ...returns('service', 'ID') },
    createNetwork: { call: 'network.create', argument: 'body', ...returns('network', 'Id') },
    pruneImages: plain('image.prune', 'parameters'),
    pruneBuilder: plain('build.prune', 'parameters'),
    pruneContainers: plain('container.prune', 'parameters'),
    pruneVolumes: plain('volume.prune', 'parameters'),
    pruneNetworks: plain('network.prune', 'parameters'),
    searchImages: plain('image.search', 'parameters'),
    info: plain('system.info'),
    version: plain('system.version'),
    ping: plain('system.ping'),
    df: plain('system.dataUsage', 'parameters'),
    getEvents: plain('system.events', 'parameters', 'items'),
    pull: { call: 'pull', stream: 'items' },
    pullAll: 'await docker.image.create({ fromImage: name })',
    run: { call: 'run' },
    runCallback: 'await run(docker, { image, command }) of @lading/client',
    runPromise: 'await run(docker, { image, command }) of @lading/client',
    swarmInit: plain('swarm.init', 'body'),
    swarmJoin: plain('swarm.join', 'body'),
    swarmLeave: plain('swarm.leave', 'parameters'),
    swarmUpdate: plain('swarm.update', ['version', 'rotateWorkerToken', 'rotateManagerToken']),
    swarmInspect: plain('swarm.inspect'),
  },
  container: {
    inspect: plain('container.inspect', 'parameters'),
    rename: plain('container.rename', 'parameters'),
    update: plain('container.update', 'body'),
    top: plain('container.top', 'parameters'),
    changes: plain('container.changes'),
    listCheckpoint: 'checkpoints are not part of the API versions of the client',
    deleteCheckpoint: 'checkpoints are not part of the API versions of the client',
    createCheckpoint: 'checkpoints are not part of the API versions of the client',
    export: plain('container.export'),
    start: plain('container.start', 'parameters'),
    pause: plain('container.pause'),
    unpause: plain('container.unpause'),
    exec: { call: 'container.exec', argument: 'body', ...returns('exec', 'Id') },
    commit: { ...plain('image.commit', 'parameters'), key: 'container' },
    stop: plain('container.stop', 'parameters'),
    restart: plain('container.restart', 'parameters'),
    kill: plain('container.kill', 'parameters'),
    resize: plain('container.resize', 'parameters'),
    attach: plain('container.attach', 'parameters', 'session'),
    wait: plain('container.wait', 'parameters'),
    remove: plain('container.delete', 'parameters'),
    copy: 'await docker.container.archive({ id, path })',
    getArchive: plain('container.archive', 'parameters'),
    infoArchive: plain('container.archiveInfo', 'parameters'),
    putArchive: { call: 'container.putArchive', file: true },
    logs: plain('container.logs', 'parameters', 'output'),
    stats: plain('container.stats', 'parameters', 'items'),
  },
  exec: {
    start: plain('exec.start', 'body', 'session'),
    resize: plain('exec.resize', 'parameters'),
    inspect: plain('exec.inspect'),
  },
  image: {
    inspect: plain('image.inspect'),
    distribution: plain('distribution.inspect'),
    history: plain('image.history'),
    get: plain('image.get'),
    push: plain('image.push', 'parameters', 'items'),
    tag: plain('image.tag', 'parameters'),
    remove: plain('image.delete', 'parameters'),
  },
  volume: { inspect: plain('volume.inspect'), remove: plain('volume.delete', 'parameters') },
  network: {
    inspect: plain('network.inspect', 'parameters'),
    remove: plain('network.delete'),
    connect: plain('network.connect', 'body'),
    disconnect: plain('network.disconnect', 'body'),
  },
  service: {
    inspect: plain('service.inspect'),
    remove: plain('service.delete'),
    update: plain('service.update', ['version', 'registryAuthFrom', 'rollback']),
    logs: plain('service.logs', 'parameters', 'output'),
  },
  task: { inspect: plain('task.inspect'), logs: plain('task.logs', 'parameters', 'output') },
  node: {
    inspect: plain('node.inspect'),
    update: plain('node.update', ['version']),
    remove: plain('node.delete', 'parameters'),
  },
  secret: {
    inspect: plain('secret.inspect'),
    update: plain('secret.update', ['version']),
    remove: plain('secret.delete'),
  },
  config: {
    inspect: plain('config.inspect'),
    update: plain('config.update', ['version']),
    remove: plain('config.delete'),
  },
  plugin: {
    inspect: plain('plugin.inspect'),
    remove: plain('plugin.delete', 'parameters'),
    privileges: 'await docker.plugin.getPrivileges({ remote })',
    pull: 'await docker.plugin.pull({ remote, body: privileges })',
    enable: plain('plugin.enable', 'parameters'),
    disable: plain('plugin.disable', 'parameters'),
    push: 'await follow(docker.plugin.push({ name }))',
    configure: plain('plugin.set', 'body'),
    upgrade: 'await docker.plugin.upgrade({ name, remote, body: privileges })',
  },
};
