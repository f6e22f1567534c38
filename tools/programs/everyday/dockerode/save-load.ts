import Docker from 'dockerode';

const docker = new Docker();
const stream = await docker.loadImage(await docker.getImage('alpine').get());
const items = await new Promise<{ error?: string; stream?: string }[]>((resolve, reject) => {
  docker.modem.followProgress(stream, (error, output) => (error ? reject(error) : resolve(output)));
});
const failed = items.find(({ error }) => error);
if (failed) throw new Error(failed.error);
console.log(items.at(-1)?.stream);
