import Docker from 'dockerode';

const docker = new Docker();
await docker.getImage('alpine').tag({ repo: 'registry.test/me/app', tag: '1' });
const authconfig = { username: 'me', password: process.env['PASSWORD'] ?? '', serveraddress: 'registry.test' };
const stream = await docker.getImage('registry.test/me/app:1').push({ authconfig });
const items = await new Promise<{ error?: string; aux?: { Digest?: string } }[]>((resolve, reject) => {
  docker.modem.followProgress(stream, (error, output) => (error ? reject(error) : resolve(output)));
});
const failed = items.find(({ error }) => error);
if (failed) throw new Error(failed.error);
console.log('pushed', items.find(({ aux }) => aux?.Digest)?.aux?.Digest);
