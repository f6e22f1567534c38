/** One mistake each: its name, and what the compiler says. */
import {
  NotFound,
  at,
  connect,
  copyTo,
  decodeData,
  exec,
  follow,
  isVersion,
  pull,
  run,
  usageOf,
  waitFor,
} from '@lading/client';

const engine = await connect();

// abort-option: Object literal may only specify known properties, and 'abortSignal' does not exist in type 'CallOptions'
await engine.container.list({}, { abortSignal: AbortSignal.timeout(1000) });
// body-forgotten: 'Image' does not exist in type 'AnyInput
await engine.container.create({ Image: 'alpine' });
// build-tag-string: Type 'string' is not assignable to type 'string[]'
await engine.image.build({ body: process.stdin, t: 'me/app:1' });
// build-tag: Object literal may only specify known properties, and 'tag' does not exist in type 'ImageBuildInput'
await engine.image.build({ body: process.stdin, tag: 'me/app:1' });
// copy-order: Argument of type '{ 'a.txt': string; }' is not assignable to parameter of type 'string'
await copyTo(engine, 'web', '/srv', { 'a.txt': 'content' });
// data-string: Type '"cGFzc3dvcmQ="' has no properties in common with type '{ readonly Data?: string | null; }'
console.log(decodeData('cGFzc3dvcmQ='));
// dockerode-call: Write engine.container.list()
await engine.listContainers();
// dockerode-get: Write engine.container(id)
await (await connect({ version: '1.44' })).getContainer('web');
// dockerode-verb: Property 'remove' does not exist on type 'Calls<CommonCalls
await engine.container.remove({ id: 'web' });
// engine-not-awaited: Property 'container' does not exist on type 'Promise<Engine & DockerodeNames>'
console.log(await connect().container.list());
// environment-object: Object literal may only specify known properties, and 'A' does not exist in type 'string[]'
await engine.container.create({ body: { Image: 'alpine', Env: { A: '1' } } });
// error-status: Property 'statusCode' does not exist on type 'NotFound'
{
  const message = (error: unknown) => (error instanceof NotFound ? error.statusCode : 0);
  console.log(message(new Error()));
}
// event-date: Type 'Date' is not assignable to type 'string'
await engine.system.events({ since: new Date() });
// exec-arguments: has no properties in common with type 'ExecOptions'
await exec(engine, 'web', 'ls', '-la');
// exec-command: Object literal may only specify known properties, and 'Cmd' does not exist in type 'readonly string[]'
await exec(engine, 'web', { Cmd: ['date'] });
// exposed-ports-array: Type 'string' is not assignable to type '{ [key: string]: unknown; }'.
await engine.container.create({ body: { Image: 'alpine', ExposedPorts: ['80/tcp'] } });
// filter-name: Object literal may only specify known properties, and 'stat' does not exist in type 'ContainerListFilters'
await engine.container.list({ filters: { stat: ['running'] } });
// filter-value: Type 'string' is not assignable to type 'ContainerListFiltersStatusItem[]'
await engine.container.list({ filters: { status: 'running' } });
// filters-string: Type 'string' has no properties in common with type 'ContainerListFilters'
await engine.container.list({ filters: '{"label":["a"]}' });
// flag-string: Type 'string' is not assignable to type 'boolean | undefined'
await engine.container.list({ all: 'yes' });
// handle-verb: Property 'remove' does not exist on type 'BoundCalls
await at(engine.container, { id: 'a' }).remove();
// healthcheck-string: Type 'string' is not assignable to type 'string[]'
await engine.container.create({ body: { Image: 'a', Healthcheck: { Test: 'curl localhost' } } });
// id-as-string: Argument of type 'string' is not assignable to parameter of type 'ContainerStartInput & { readonly id: string; }'
await engine.container.start('web');
// image-id: 'id' does not exist in type 'AnyInput
await engine.image.inspect({ id: 'alpine' });
// inspect-ports: Property 'Ports' does not exist on type 'CommonResult
{
  const c = await engine.container.inspect({ id: 'a' });
  console.log(c.Ports);
}
// is-version: Argument of type '"1.40"' is not assignable to parameter of type
if (isVersion(engine, '1.40')) console.log(1);
// labels-array: Type 'string[]' is not assignable to type '{ [key: string]: string | null; }'
await engine.container.create({ body: { Labels: ['a=b'] } });
// list-name: Property 'Name' does not exist on type 'CommonResult
for (const c of await engine.container.list()) console.log(c.Name);
// log-lines: Property 'line' does not exist on type 'OutputChunk'
{
  const logs = await engine.container.logs({ id: 'web', stdout: true });
  for await (const { line } of logs) console.log(line);
}
// log-string: Property 'split' does not exist on type 'Output'
{
  const logs = await engine.container.logs({ id: 'a', stdout: true });
  console.log(logs.split('x'));
}
// lower-case-body: 'name' does not exist in type 'AnyInput
await engine.network.create({ body: { name: 'a' } });
// lower-case-mount: 'type' does not exist in type 'AnyInput
await engine.container.create({ body: { HostConfig: { Mounts: [{ type: 'bind', source: '/a', target: '/b' }] } } });
// lower-case-result: Property 'id' does not exist on type 'ContainerCreateResponse'. Did you mean 'Id'?
console.log((await engine.container.create({ body: { Image: 'alpine' } })).id);
// lower-case-state: Property 'running' does not exist on type 'ContainerState'. Did you mean 'Running'?
console.log((await engine.container.inspect({ id: 'web' })).State?.running);
// memory-string: Type 'string' is not assignable to type 'number'
await engine.container.create({ body: { HostConfig: { Memory: '64m' } } });
// misspelled-property: 'Imge' does not exist in type 'AnyInput
await engine.container.create({ body: { Imge: 'alpine' } });
// name-for-id: Object literal may only specify known properties, and 'name' does not exist in type 'ContainerStartInput & { readonly id: string; }'
await engine.container.start({ name: 'web' });
// nested-misspelling: 'AutoRemoved' does not exist in type 'AnyInput
await engine.container.create({ body: { Image: 'alpine', HostConfig: { AutoRemoved: true } } });
// network-name: Object literal may only specify known properties, and 'name' does not exist in type 'NetworkDeletePath & { readonly id: string; }'
await engine.network.delete({ name: 'net' });
// newer-operation: Property 'update' does not exist on type 'Calls<VolumeCalls>
await (await connect({ version: '1.41' })).volume.update({ name: 'data', version: 1, body: {} });
// newer-property: Object literal may only specify known properties, and 'Annotations' does not exist in type 'HostConfigInput'
await (await connect({ version: '1.41' })).container.create({ body: { HostConfig: { Annotations: { a: 'b' } } } });
// no-input: Expected 1-2 arguments, but got 0
await engine.container.start();
// plural-noun: Property 'containers' does not exist on type 'Engine & DockerodeNames'. Did you mean 'container'?
await engine.containers.list();
// port-binding-flat: 'HostPort' does not exist in type 'PortBindingInput[]'
await engine.container.create({ body: { HostConfig: { PortBindings: { '80/tcp': { HostPort: '8080' } } } } });
// port-number: Type 'number' is not assignable to type 'PortBindingInput[]'
await engine.container.create({ body: { HostConfig: { PortBindings: { '80/tcp': 8080 } } } });
// pull-credentials: Object literal may only specify known properties, and 'authconfig' does not exist in type 'PullOptions'
await pull(engine, 'alpine', { authconfig: { username: 'me' } });
// pull-object: Argument of type '{ image: string; }' is not assignable to parameter of type 'string'
await follow(pull(engine, { image: 'alpine' }));
// pull-without-engine: Expected 2-3 arguments, but got 1
await pull('alpine');
// raw-chunks: Property 'toUpperCase' does not exist on type 'OutputChunk'
for await (const chunk of await engine.container.logs({ id: 'web', stdout: true })) console.log(chunk.toUpperCase());
// resource-object: Argument of type '{ name: string; }' is not assignable to parameter of type 'string'
await engine.image({ name: 'alpine' }).inspect();
// restart-policy-name: Type '"sometimes"' is not assignable to type 'RestartPolicyName | null | undefined'
await engine.container.create({ body: { HostConfig: { RestartPolicy: { Name: 'sometimes' } } } });
// result-not-awaited: Property 'Name' does not exist on type 'Promise
console.log(engine.container.inspect({ id: 'web' }).Name);
// run-engine-not-awaited: Argument of type 'Promise<Engine & DockerodeNames>' is not assignable to parameter of type 'AnyEngine'
await run(connect(), { image: 'alpine' });
// run-memory: Object literal may only specify known properties, and 'memory' does not exist in type 'RunOptions'
await run(engine, { image: 'alpine', memory: '64m' });
// run-option: Object literal may only specify known properties, and 'cmd' does not exist in type 'RunOptions'
await run(engine, { image: 'alpine', cmd: ['date'] });
// run-result-code: Property 'code' does not exist on type 'RunResult'
console.log((await run(engine, { image: 'alpine' })).code);
// run-without-engine: Expected 2 arguments, but got 1
await run({ image: 'alpine' });
// run-without-image: Property 'image' is missing in type '{ command: string[]; }' but required in type 'RunOptions'
await run(engine, { command: ['date'] });
// seconds-string: Type 'string' is not assignable to type 'number'
await engine.container.stop({ id: 'web', t: '5' });
// secret-bytes: Type 'Buffer<ArrayBuffer>' is not assignable to type 'string'
await engine.secret.create({ body: { Name: 'password', Data: Buffer.from('secret') } });
// service-mode: Type 'string' has no properties in common with type 'ServiceModeInput'
await engine.service.create({ body: { Name: 'web', Mode: 'replicated' } });
// signal-number: Type 'number' is not assignable to type 'string'
await engine.container.kill({ id: 'web', signal: 9 });
// since-date: Type 'Date' is not assignable to type 'number'
await engine.container.logs({ id: 'a', stdout: true, since: new Date() });
// socket-path: Object literal may only specify known properties, and 'socketPath' does not exist in type 'ConnectAnyOptions<"1
await connect({ socketPath: '/var/run/docker.sock' });
// stats-as-sample: Type 'JsonStream
console.log(usageOf(await engine.container.stats({ id: 'web' })));
// stdin-write: Property 'write' does not exist on type 'Attachment'
{
  const session = await engine.container.attach({ id: 'web', stream: true, stdin: true });
  session.write('hello\n');
}
// stop-option: 'timeout' does not exist in type 'AnyInput
await engine.container.stop({ id: 'a', timeout: 5 });
// stream-not-awaited: Property 'lines' does not exist on type 'StreamPromise<Output, OutputChunk>'
for await (const { line } of engine.container.logs({ id: 'web', stdout: true }).lines()) console.log(line);
// timeout-string: Type 'string' is not assignable to type 'number'
await connect({ timeout: '5s' });
// unknown-version: This comparison appears to be unintentional because the types '"1
if (engine.version === '1.40') console.log('old');
// version-forgotten: Property 'version' is missing in type '{ body: {}; }' but required in type 'SwarmUpdateInput'
await engine.swarm.update({ body: {} });
// version-not-generated: Type '"1.40"' is not assignable to type '"1
await connect({ version: '1.40' });
// volume-list: must have a '[Symbol.iterator]()' method
for (const v of await engine.volume.list()) console.log(v);
// wait-condition: Object literal may only specify known properties, and 'health' does not exist in type
await waitFor(engine, 'web', { health: true });
// wait-status: Type 'string' is not assignable to type 'number | ((status: number) => boolean)'
await waitFor(engine, 'web', { http: { port: 80, status: '200' } });
// wrong-result-name: Property 'Name' does not exist on type 'CommonResult
for (const { Name } of await engine.container.list()) console.log(Name);
